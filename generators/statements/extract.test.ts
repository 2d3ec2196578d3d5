import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawStatement } from './draw.ts';
import { extractStatement } from './extract.ts';
import { defaultLimits } from './reading/read-text.ts';
import {
  foreignStatement,
  invoices,
  novel,
  payslip,
  pdfOf,
  sparseStatement,
} from './testing/other-documents.ts';
import { sampleStatement } from './testing/sample-statement.ts';

const drawn = () => drawStatement(sampleStatement(), { createdAt: 0 });

describe('a document that is not a statement', () => {
  it.each([
    ['payslip', payslip],
    ['novel', novel],
    ['list of invoices', invoices],
  ])('gets a low probability and no invented content: a %s', async (_, draw) => {
    const extraction = await extractStatement(await draw());
    expect(extraction).toMatchObject({
      ok: true,
      transactions: [],
      balance_information: { opening_balance: null },
    });
    expect(extraction.ok && extraction.probability).toBeLessThan(0.2);
  });
});

describe('a statement in an unknown layout', () => {
  it('gets a medium probability and what can be read of it', async () => {
    const extraction = await extractStatement(await foreignStatement());
    expect(extraction).toMatchObject({
      ok: true,
      account_information: {
        account_holder_name: 'Mx R Winter',
        account_number: '87654321',
        sort_code: '00-11-22',
        bank_name: 'Kestrel Savings Bank',
        iban: null,
      },
      transactions: [
        { date: '2026-03-28', description: 'Salary March', amount: '2000.00', type: 'credit' },
        { date: '2026-03-15', description: 'Rent', amount: '700.00', type: 'debit' },
        // Nothing on the page tells which way the oldest one went.
        { date: '2026-03-02', description: 'Groceries', amount: '50.00', type: null },
      ],
    });
    expect(extraction.ok && extraction.probability).toBeGreaterThan(0.5);
    expect(extraction.ok && extraction.probability).toBeLessThan(0.9);
  });

  it('gets less when it says less', async () => {
    const extraction = await extractStatement(await sparseStatement());
    expect(extraction.ok && extraction.probability).toBeGreaterThan(0.3);
    expect(extraction.ok && extraction.probability).toBeLessThan(0.6);
  });
});

describe('a file that cannot be read', () => {
  const words = (text: string) => new TextEncoder().encode(text);

  it.each([
    ['empty', async () => new Uint8Array()],
    ['not-a-pdf', async () => words('Dear Sir or Madam')],
    ['truncated', async () => (await drawn()).subarray(0, -40)],
    ['truncated', async () => (await drawn()).subarray(0, 3000)],
    ['damaged', async () => words('%PDF-1.7\nnothing of a PDF follows\n%%EOF\n')],
    ['encrypted', () => pdfOf([(put) => put('Balance', 40, 40)], { userPassword: 'secret' })],
    ['no-text', () => pdfOf([() => undefined])],
    [
      'too-many-pages',
      () => pdfOf(Array.from({ length: defaultLimits.maxPages + 1 }, () => () => undefined)),
    ],
    ['too-large', async () => new Uint8Array(defaultLimits.maxBytes + 1)],
  ])('says why: %s', async (code, make) => {
    const answer = await extractStatement(await make());
    expect(answer).toEqual({ ok: false, code, reason: expect.stringMatching(/^The .*\.$/) });
  });

  it('is refused for the amount of its text, too', async () => {
    const answer = await extractStatement(await novel(), { ...defaultLimits, maxRuns: 10 });
    expect(answer).toMatchObject({ ok: false, code: 'too-much-text' });
  });

  it('never throws, whatever bytes are changed, lost or added', async () => {
    const bytes = await drawn();
    const damage = fc.record({
      at: fc.nat({ max: bytes.length - 1 }),
      lost: fc.nat({ max: 400 }),
      added: fc.uint8Array({ maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        let broken = Buffer.from(bytes);
        for (const { at, lost, added } of damages) {
          broken = Buffer.concat([broken.subarray(0, at), added, broken.subarray(at + lost)]);
        }
        const answer = await extractStatement(new Uint8Array(broken));
        expect(answer.ok ? answer.probability : answer.reason).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });
});

it('a file that opens without a password is read, though its owner has locked it', async () => {
  const locked = await pdfOf([(put) => put('A letter', 40, 40)], { ownerPassword: 'secret' });
  expect(await extractStatement(locked)).toMatchObject({ ok: true, probability: 0 });
});

it('the bytes handed in stay the caller’s own', async () => {
  const bytes = await drawn();
  const before = bytes.slice();
  await extractStatement(bytes);
  expect(Buffer.from(bytes).equals(before)).toBe(true);
});
