"""Bank statements as PDF: writing one, and reading one that was uploaded."""

import re

from .shapes import accept, answer, STATEMENT

TITLE = "Bank statement"
SHOWN_TEXT = re.compile(rb"\(((?:[^()\\]|\\.)*)\) Tj")
LABELS = {
    "Account holder": ("account_information", "account_holder_name"),
    "Account number": ("account_information", "account_number"),
    "Sort code": ("account_information", "sort_code"),
    "Bank": ("account_information", "bank_name"),
    "IBAN": ("account_information", "iban"),
    "From": ("statement_period", "start_date"),
    "To": ("statement_period", "end_date"),
    "Opening balance": ("balance_information", "opening_balance"),
    "Closing balance": ("balance_information", "closing_balance"),
}


def write_pdf(submission):
    """One page of text with all that the statement says."""
    shown = answer(STATEMENT, submission)
    lines = [TITLE]
    lines += [f"{label}: {shown[group][field]}" for label, (group, field) in LABELS.items()]
    lines += [f"Transaction: {row['date']} | {row['type']} | {row['amount']} | "
              f"{row['description']}" for row in shown["transactions"]]
    text = b"".join(b"(" + escape(line) + b") Tj 0 -14 Td\n" for line in lines)
    content = b"BT /F1 10 Tf 40 800 Td\n" + text + b"ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    pdf, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(pdf))
        pdf += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return pdf + (b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\n"
                  b"startxref\n%d\n%%%%EOF\n" % (table, len(pdf)))


def escape(line):
    return re.sub(rb"([()\\])", rb"\\\1", line.encode("latin-1", "replace"))


def read_pdf(data):
    """What a statement says, as a part of a submission; None for what is no statement."""
    if not data.startswith(b"%PDF-"):
        return None
    lines = [re.sub(rb"\\(.)", rb"\1", one).decode("latin-1") for one in SHOWN_TEXT.findall(data)]
    if TITLE not in lines:
        return None
    found = {"transactions": []}
    for line in lines:
        label, _, value = line.partition(": ")
        if label in LABELS:
            group, field = LABELS[label]
            found.setdefault(group, {})[field] = value
        elif label == "Transaction" and value.count(" | ") >= 3:
            day, kind, amount, description = value.split(" | ", 3)
            found["transactions"].append({"date": day, "type": kind, "amount": amount,
                                          "description": description})
    return accept(STATEMENT, found, "")
