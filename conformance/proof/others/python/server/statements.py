"""Bank statements as PDF: writing one, and reading what an uploaded one shows."""

import re
import zlib
from datetime import datetime
from decimal import Decimal

from .shapes import STATEMENT, accept, answer

TITLE = "Bank statement"
STREAM = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.DOTALL)
SHOWN_TEXT = re.compile(rb"(\[(?:[^\[\]\\]|\\.)*\]\s*TJ|\((?:[^()\\]|\\.)*\)\s*Tj|<[0-9A-Fa-f]*>\s*Tj)")
PIECE = re.compile(rb"\(((?:[^()\\]|\\.)*)\)|<([0-9A-Fa-f]*)>")
# What a statement of another bank shows, wherever it stands on the page.
SEEN = {
    "sort_code": re.compile(r"\b(\d\d-\d\d-\d\d)\b"),
    "account_number": re.compile(r"(?<![\d-])(\d{8})(?![\d-])"),
    "iban": re.compile(r"\b(GB\d\d ?[A-Z]{4}(?: ?\d){14})\b"),
}
DATE = r"(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})"
PERIOD = re.compile(DATE + r"\s*(?:to|-|\x96|\u2013)\s*" + DATE)
BALANCE = re.compile(r"-?\xa3?([\d,]+\.\d\d)\Z")
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


def shown_lines(data):
    """The texts that the pages show, in the order in which they are drawn."""
    lines = []
    for stream in STREAM.findall(data):
        try:
            stream = zlib.decompress(stream)
        except zlib.error:
            pass
        for shown in SHOWN_TEXT.findall(stream):
            pieces = [re.sub(rb"\\(.)", rb"\1", text) if text else bytes.fromhex(hexed.decode())
                      for text, hexed in PIECE.findall(shown) if len(hexed) % 2 == 0]
            lines.append(b"".join(pieces).decode("latin-1"))
    return lines


def read_pdf(data):
    """What a statement shows, as a part of a submission; None for what is no statement."""
    if not data.startswith(b"%PDF-"):
        return None
    lines = shown_lines(data)
    if TITLE in lines:
        return accept(STATEMENT, own_statement(lines), "")
    found = other_statement(lines)
    return accept(STATEMENT, found, "") if found else None


def own_statement(lines):
    found = {"transactions": [], "bank_statement_probability": 1}
    for line in lines:
        label, _, value = line.partition(": ")
        if label in LABELS:
            group, field = LABELS[label]
            found.setdefault(group, {})[field] = value
        elif label == "Transaction" and value.count(" | ") >= 3:
            day, kind, amount, description = value.split(" | ", 3)
            found["transactions"].append({"date": day, "type": kind, "amount": amount,
                                          "description": description})
    return found


def other_statement(lines):
    """A page that speaks of a statement and shows a sort code and an account number is one."""
    text = "\n".join(lines)
    account = {name: seen.search(text).group(1) for name, seen in SEEN.items() if seen.search(text)}
    if "statement" not in text.lower() or not {"sort_code", "account_number"} <= set(account):
        return None
    found = {"account_information": account, "bank_statement_probability": Decimal("0.9")}
    period = PERIOD.search(text)
    if period:
        first, last = (datetime.strptime(" ".join(part), "%d %b %Y").date().isoformat()
                       for part in (period.groups()[:3], period.groups()[3:]))
        found["statement_period"] = {"start_date": first, "end_date": last}
    balances = {}
    for label, value in zip(lines, lines[1:]):
        amount = BALANCE.match(value)
        for side in ("opening", "closing"):
            if amount and label.lower().startswith(f"{side} balance"):
                balances[f"{side}_balance"] = amount.group(1)
    if balances:
        found["balance_information"] = balances
    return found
