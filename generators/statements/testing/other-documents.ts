import PDFDocument from 'pdfkit';

type Put = (text: string, x: number, y: number, size?: number) => void;

/** A PDF with the given pages, each a function that puts text at places. */
export function pdfOf(
  pages: ((put: Put) => void)[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    compress: false,
    info: { CreationDate: new Date(0) },
    ...options,
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Uint8Array>((resolve) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  for (const page of pages) {
    doc.addPage();
    page((text, x, y, size = 9) => doc.fontSize(size).text(text, x, y, { lineBreak: false }));
  }
  doc.end();
  return ended;
}

/** A payslip, with bank details and dated lines that could tempt a reader. */
export function payslip(): Promise<Uint8Array> {
  return pdfOf([
    (put) => {
      put('Alderbrook Logistics Ltd', 40, 40, 16);
      put('PAYSLIP', 450, 40, 14);
      put('Employee: Mr A Person', 40, 80);
      put('Tax code: 1257L   NI number: QQ 12 34 56 C   NI category: A', 40, 95);
      put('Pay date: 27/03/2026   Period: 01/03/2026 to 31/03/2026', 40, 110);
      for (const [index, [name, amount]] of [
        ['Basic pay', '2,500.00'],
        ['Overtime', '120.50'],
      ].entries()) {
        put(name!, 40, 160 + index * 14);
        put(amount!, 200, 160 + index * 14);
      }
      put('Date', 40, 220);
      put('Description', 120, 220);
      put('Amount', 300, 220);
      put('27/03/2026', 40, 234);
      put('PAYE income tax', 120, 234);
      put('290.10', 300, 234);
      put('27/03/2026', 40, 248);
      put('National insurance', 120, 248);
      put('125.80', 300, 248);
      put('Gross pay 2,620.50   Taxable pay 2,620.50   Net pay 2,204.60', 40, 300);
      put('Paid to sort code 00-11-22 account number 12345678', 40, 320);
    },
  ]);
}

/** Three pages of prose with a date and a sum of money here and there. */
export function novel(): Promise<Uint8Array> {
  const lines = [
    'It was on the 3 March 1851 that the statement of Mr Penhallow was at last',
    'read aloud in the parlour. He had owed, it said, 1,250.00 to a cousin in',
    'Truro, and the balance of his affairs was such that nobody present could',
    'look at anybody else. The account ended there. Outside, the rain went on.',
  ];
  const page = (put: Put) => {
    for (let row = 0; row < 40; row += 1) put(lines[row % lines.length]!, 90, 80 + row * 16, 11);
  };
  return pdfOf([page, page, page]);
}

/** A list of invoices: dated rows with amounts, yet no statement of a bank. */
export function invoices(): Promise<Uint8Array> {
  return pdfOf([
    (put) => {
      put('INVOICE 2026-114', 40, 40, 18);
      put('Date', 40, 120);
      put('Description', 120, 120);
      put('Amount', 400, 120);
      for (let row = 0; row < 8; row += 1) {
        put(`0${row + 1}/03/2026`, 40, 136 + row * 14);
        put('Consulting, one day', 120, 136 + row * 14);
        put('450.00', 400, 136 + row * 14);
      }
      put('Subtotal 3,600.00   VAT 720.00   Total due 4,320.00', 40, 300);
    },
  ]);
}

/** A bank's statement in a layout that no bank uses: newest first, left-aligned numbers, unsigned amounts, another column. */
export function foreignStatement(): Promise<Uint8Array> {
  const rows = [
    ['2026-03-28', 'R77', 'Salary March', '2,000.00', '2,850.00'],
    ['2026-03-15', 'R76', 'Rent', '700.00', '850.00'],
    ['2026-03-02', 'R75', 'Groceries', '50.00', '1,550.00'],
  ];
  return pdfOf([
    (put) => {
      put('Kestrel Savings Bank', 60, 50, 20);
      put('Statement of transactions', 60, 80, 12);
      put('Mx R Winter', 60, 130);
      put('9 Quay Road', 60, 142);
      put('Whitby', 60, 154);
      put('YO21 1AA', 60, 166);
      put('Account no. 87654321', 350, 130);
      put('Sort code 001122', 350, 142);
      put('Date', 60, 220);
      put('Ref', 130, 220);
      put('Details', 170, 220);
      put('Amount', 350, 220);
      put('Balance', 450, 220);
      for (const [index, cells] of rows.entries()) {
        for (const [column, x] of [60, 130, 170, 350, 450].entries())
          put(cells[column]!, x, 240 + index * 16);
      }
    },
  ]);
}

/** A bank's statement that says less: no account, no period, days without a year. */
export function sparseStatement(): Promise<Uint8Array> {
  return pdfOf([
    (put) => {
      put('Mini statement', 60, 50, 14);
      for (const [title, x] of [
        ['Date', 60],
        ['Transaction', 130],
        ['Debit', 350],
        ['Credit', 420],
        ['Balance', 490],
      ] as const) {
        put(title, x, 100);
      }
      for (const [row, [date, text, debit, credit, balance]] of [
        ['4 Mar', 'Bookshop', '10.00', '', '90.00'],
        ['5 Mar', 'Refund', '', '4.00', '94.00'],
      ].entries()) {
        const y = 116 + row * 14;
        put(date!, 60, y);
        put(text!, 130, y);
        if (debit) put(debit, 350, y);
        if (credit) put(credit, 420, y);
        put(balance!, 490, y);
      }
    },
  ]);
}

/** A plain statement of an unknown bank: what a program prints that knows none of our layouts. */
export const statementOf = (holder: string, closing = '1,596.00'): Promise<Uint8Array> =>
  pdfOf([
    (put) => {
      const lines = [
        'Fenland Bank statement',
        `Account holder: ${holder}`,
        'Sort code: 10-20-30 Account number: 12345678',
        'Statement period: 2026-05-01 to 2026-05-31',
        'Opening balance: 100.00',
        '2026-05-04 CARD PAYMENT BAKER -4.00 96.00',
        '2026-05-28 SALARY 1,500.00 1,596.00',
        `Closing balance: ${closing}`,
      ];
      lines.forEach((text, row) => void put(text, 50, 60 + row * 15, 10));
    },
  ]);
