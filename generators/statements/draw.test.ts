import { describe, expect, it } from 'vitest';
import { drawStatement } from './draw.ts';
import { readText } from './reading/read-text.ts';
import { linesOf } from './reading/table.ts';
import { layoutNames } from './statement.ts';
import { sampleStatement } from './testing/sample-statement.ts';

const createdAt = Date.UTC(2026, 3, 1);

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const text = await readText(bytes);
  if (!text.ok) throw new Error(text.reason);
  return text.pages.map((page) =>
    linesOf(page, 0)
      .flatMap(({ cells }) => cells.map((cell) => cell.text))
      .join('\n'),
  );
}

function busy(layout: (typeof layoutNames)[number]) {
  const sample = sampleStatement(layout);
  const row = { date: '2026-03-02', description: 'Toll', amountPence: 100, type: 'debit' as const };
  const transactions = Array.from({ length: 100 }, (_, index) => ({
    ...row,
    balancePence: 10_000 - (index + 1) * 100,
  }));
  return { ...sample, transactions, closingPence: 0 };
}

describe.each(layoutNames)('the %s layout', (layout) => {
  it('gives the same bytes for the same statement and instant', async () => {
    const [first, second] = [
      await drawStatement(busy(layout), { createdAt }),
      await drawStatement(busy(layout), { createdAt }),
    ];
    expect(Buffer.from(first).equals(second)).toBe(true);
  });

  it('repeats headings, numbers pages and carries balances over', async () => {
    const pages = await pagesOf(await drawStatement(busy(layout), { createdAt }));
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/^balance/im);
      expect(page).toMatch(new RegExp(`${index + 1}( of |/)${pages.length}`));
      if (index > 0) expect(page).toMatch(/brought forward/i);
      if (index < pages.length - 1) expect(page).toMatch(/carried forward/i);
    }
  });

  it('bears a specimen mark on every page', async () => {
    const bytes = await drawStatement(busy(layout), { createdAt });
    const marks =
      Buffer.from(bytes).toString('latin1').split(Buffer.from('SPECIMEN').toString('hex')).length - 1;
    expect(marks).toBe((await pagesOf(bytes)).length);
  });
});

it('draws the instant it is given, and no other', async () => {
  const bytes = await drawStatement(sampleStatement(), { createdAt });
  expect(Buffer.from(bytes).toString('latin1')).toContain('(D:20260401000000Z)');
});
