import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { penceToGroupedText } from '../money.ts';
import { type Extraction, extractStatement } from './extract.ts';
import { pdfOf } from './testing/other-documents.ts';

const read = async (bytes: Uint8Array): Promise<Extraction> => {
  const found = await extractStatement(bytes);
  if (!found.ok) throw new Error(found.reason);
  return found;
};

/** A page of lines, each put down as one piece of text, as a program prints that knows no columns. */
const lines = (texts: string[]): Promise<Uint8Array> =>
  pdfOf([(put) => texts.forEach((text, row) => void put(text, 50, 60 + row * 15, 10))]);

const rowsOf = ({ transactions }: Extraction) =>
  transactions.map(({ date, description, amount, type }) => [date, description, amount, type]);

describe('statements that other programs made', () => {
  const made = async (name: string) =>
    read(new Uint8Array(await readFile(new URL(`./testing/plain/${name}.pdf`, import.meta.url))));

  it('from text through enscript and Ghostscript, with ISO dates under headings', async () => {
    const found = await made('enscript-iso-dates');
    expect(found).toMatchObject({
      account_information: {
        account_holder_name: 'Margaret Oyelaran',
        account_number: '55012398',
        sort_code: '20-44-18',
        bank_name: 'Harbourside Mutual',
      },
      statement_period: { start_date: '2026-03-01', end_date: '2026-03-31' },
      balance_information: { opening_balance: '412.07', closing_balance: '1,678.22' },
    });
    expect(rowsOf(found)).toEqual([
      ['2026-03-02', 'CARD PAYMENT GREENGROCER', '18.40', 'debit'],
      ['2026-03-05', 'DIRECT DEBIT WATER', '31.00', 'debit'],
      ['2026-03-13', 'TRANSFER FROM SAVINGS', '200.00', 'credit'],
      ['2026-03-27', 'SALARY NORTHFIELD SCHOOL', '1840.55', 'credit'],
      ['2026-03-30', 'STANDING ORDER RENT', '725.00', 'debit'],
    ]);
  });

  it('the same way, with UK dates, a balance column, no headings and two labels on a line', async () => {
    const found = await made('enscript-no-heading');
    expect(found).toMatchObject({
      account_information: {
        account_holder_name: 'Daniel Fairhurst',
        account_number: '40771265',
        sort_code: '30-19-77',
        bank_name: 'Ribblesdale Bank',
      },
      statement_period: { start_date: '2026-02-01', end_date: '2026-02-28' },
      balance_information: { opening_balance: '1,020.00', closing_balance: '1,767.55' },
    });
    expect(rowsOf(found)).toEqual([
      ['2026-02-01', 'STANDING ORDER RENT', '650.00', 'debit'],
      ['2026-02-03', 'CARD CORNER SHOP', '12.35', 'debit'],
      ['2026-02-14', 'REFUND SHOES', '45.00', 'credit'],
      ['2026-02-27', 'WAGES HALDEN FOODS LTD', '1512.90', 'credit'],
      ['2026-02-28', 'DD COUNCIL TAX', '148.00', 'debit'],
    ]);
  });

  it('drawn with cairo, with unsigned amounts whose direction a column tells', async () => {
    const found = await made('cairo-typed-rows');
    expect(found.account_information.account_holder_name).toBe('Tomos Prys-Jones');
    expect(rowsOf(found)).toEqual([
      ['2026-01-02', 'BUS PASS', '22.00', 'debit'],
      ['2026-01-16', 'PENSION', '1310.75', 'credit'],
      ['2026-01-20', 'BUILDERS MERCHANT', '200.00', 'debit'],
      ['2026-01-29', 'GROCERIES', '51.00', 'debit'],
    ]);
  });
});

describe('columns padded with spaces, under headings that they do not stand under', () => {
  const row = (date: string, text: string, out: string, paidIn: string, balance: string) =>
    date.padEnd(13) + text.padEnd(34) + out.padStart(10) + paidIn.padStart(12) + balance.padStart(12);
  const page = (shop: string) =>
    lines([
      'Harbourside Mutual',
      'Statement of account',
      'Account holder: Jane Doe',
      'Sort code: 20-44-18   Account number: 55012398',
      'Statement period: 1 October 2026 to 31 October 2026',
      'Opening balance: £1,000.00',
      'Closing balance: £2,929.85',
      row('Date', 'Description', 'Paid out', 'Paid in', 'Balance'),
      row('02 Oct 2026', 'CARD PAYMENT CAFE', '20.15', '', '979.85'),
      row('28 Oct 2026', 'ACME LTD SALARY', '', '2,000.00', '2,979.85'),
      row('29 Oct 2026', 'CARD PAYMENT SHOP 24', shop, '', '2,929.85'),
    ]);

  it('the running balance tells which way money went, and no line is lost', async () => {
    const found = await read(await page('50.00'));
    expect(rowsOf(found)).toEqual([
      ['2026-10-02', 'CARD PAYMENT CAFE', '20.15', 'debit'],
      ['2026-10-28', 'ACME LTD SALARY', '2000.00', 'credit'],
      ['2026-10-29', 'CARD PAYMENT SHOP 24', '50.00', 'debit'],
    ]);
    expect(found.probability).toBeGreaterThan(0.9);
  });

  it('lines that do not lead from the opening to the closing balance make it improbable', async () => {
    expect((await read(await page('60.00'))).probability).toBeLessThan(0.6);
  });
});

describe('a statement of plain lines', () => {
  const dateForms = {
    iso: (day: number) => `2026-05-${String(day).padStart(2, '0')}`,
    uk: (day: number) => `${String(day).padStart(2, '0')}/05/2026`,
    words: (day: number) => `${day} May 2026`,
  };
  const forms = {
    signed: (pence: number) => penceToGroupedText(pence),
    'type last': (pence: number) =>
      `${penceToGroupedText(Math.abs(pence))} ${pence < 0 ? 'Debit' : 'Credit'}`,
    'type with balance': (pence: number, balance: number) =>
      `${pence < 0 ? 'DR' : 'CR'} ${penceToGroupedText(Math.abs(pence))} ${penceToGroupedText(balance)}`,
    'balance tells': (pence: number, balance: number) =>
      `${penceToGroupedText(Math.abs(pence))} ${penceToGroupedText(balance)}`,
  };
  const movements = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 31 }),
      pence: fc.integer({ min: -90_000, max: 250_000 }).filter((pence) => pence !== 0),
      words: fc.constantFrom(
        'CARD PAYMENT BAKER',
        'Transfer to savings',
        'PAYMENT REF 4471',
        "O'Neill & Sons",
      ),
    }),
    { minLength: 2, maxLength: 12 },
  );

  it('is read with its labels and rows, whatever its dates and columns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(dateForms) as (keyof typeof dateForms)[])),
        fc.constantFrom(...(Object.keys(forms) as (keyof typeof forms)[])),
        movements,
        fc.boolean(),
        async (dates, form, drawn, hasHeading) => {
          const date = dateForms[dates];
          const sorted = drawn.toSorted((a, b) => a.day - b.day);
          // One row at least goes out, so that a plain amount beside it is known to come in.
          const rows = form === 'signed' ? [{ day: 1, pence: -100, words: 'FEE' }, ...sorted] : sorted;
          let balance = 5_000_00;
          const texts = rows.map(({ day, pence, words }) => {
            balance += pence;
            return `${date(day)} ${words} ${forms[form](pence, balance)}`;
          });
          const found = await read(
            await lines([
              'Account statement',
              'Account holder: Ada Byron',
              'Sort code: 10-20-30 Account number: 12345678',
              `Statement period: ${date(1)} to ${date(31)}`,
              'Opening balance: 5,000.00',
              ...(hasHeading ? ['Date Description Amount'] : []),
              ...texts,
              `Closing balance: ${penceToGroupedText(balance)}`,
            ]),
          );
          expect(found.probability).toBeGreaterThan(0.5);
          expect(found).toMatchObject({
            account_information: {
              account_holder_name: 'Ada Byron',
              sort_code: '10-20-30',
              account_number: '12345678',
            },
            statement_period: { start_date: '2026-05-01', end_date: '2026-05-31' },
            balance_information: {
              opening_balance: '5,000.00',
              closing_balance: penceToGroupedText(balance),
            },
          });
          expect(rowsOf(found)).toEqual(
            rows.map(({ day, pence, words }) => [
              dateForms.iso(day),
              words,
              (Math.abs(pence) / 100).toFixed(2),
              pence < 0 ? 'debit' : 'credit',
            ]),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is not made of any dated list: a diary and a shopping list stay unlikely', async () => {
    const diary = await lines(['Diary', '01/05/2026 Walked ten miles', '02/05/2026 Bought bread for 1.20']);
    const list = await lines(['Sale', '01/05/2026 Bicycle 120.00', '02/05/2026 Lamp 15.00']);
    for (const bytes of [diary, list]) expect((await read(bytes)).probability).toBeLessThan(0.5);
  });
});
