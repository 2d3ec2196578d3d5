import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { drawStatement } from './draw.ts';
import { extractStatement } from './extract.ts';
import { contentOf, layoutNames, type Statement } from './statement.ts';
import { arbitraryStatement } from './testing/arbitrary-statement.ts';

const createdAt = Date.UTC(2026, 3, 1);

async function expectExact(statement: Statement): Promise<void> {
  const extraction = await extractStatement(await drawStatement(statement, { createdAt }));
  if (!extraction.ok) throw new Error(extraction.reason);
  const { ok: _, leads: __, probability: bank_statement_probability, ...read } = extraction;
  expect({ ...read, bank_statement_probability }).toEqual(contentOf(statement));
}

describe('a statement that is drawn and read', () => {
  it('comes back exactly, whatever its layout, names, descriptions and balances', async () => {
    await fc.assert(fc.asyncProperty(arbitraryStatement(), expectExact), { numRuns: few(20, 60) });
  });

  for (const layout of layoutNames) {
    it(`comes back exactly with 200 transactions over many pages (${layout})`, async () => {
      const [statement] = fc.sample(
        arbitraryStatement(200).filter(({ transactions }) => transactions.length > 190),
        { numRuns: 1, seed: 7 },
      );
      await expectExact({ ...statement!, layout });
    });

    it(`comes back exactly without a single transaction (${layout})`, async () => {
      const [statement] = fc.sample(arbitraryStatement(0), { numRuns: 1, seed: 3 });
      await expectExact({ ...statement!, layout });
    });
  }
});
