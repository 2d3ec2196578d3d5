import { describe, expect, it } from 'vitest';
import { drawStatement } from './draw.ts';
import { extractStatement } from './extract.ts';
import { layoutNames } from './statement.ts';
import { sampleStatement } from './testing/sample-statement.ts';

const createdAt = Date.UTC(2026, 3, 1);
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

/** Changes text in the drawing instructions, as a forger with an editor would: the last place that shows it. */
function edited(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const source = Buffer.from(bytes).toString('latin1');
  const at = source.lastIndexOf(hex(from));
  expect(at).toBeGreaterThan(0);
  return new Uint8Array(
    Buffer.from(source.slice(0, at) + hex(to) + source.slice(at + hex(from).length), 'latin1'),
  );
}

async function read(bytes: Uint8Array) {
  const extraction = await extractStatement(bytes);
  if (!extraction.ok) throw new Error(extraction.reason);
  return extraction;
}

describe.each(layoutNames)('an edited statement (%s)', (layout) => {
  it('comes back edited, and less probable because its balances no longer run', async () => {
    const statement = sampleStatement(layout);
    const honest = await read(await drawStatement(statement, { createdAt }));
    statement.transactions[1]!.amountPence = 414_533;
    const redrawn = await read(await drawStatement(statement, { createdAt }));
    expect(redrawn.transactions[1]).toEqual({ ...honest.transactions[1], amount: '4145.33' });
    expect(redrawn.probability).toBeLessThan(honest.probability - 0.1);
    expect(redrawn.probability).toBeGreaterThan(0.5);
  });

  it('comes back edited when its bytes were changed, digit for digit', async () => {
    const bytes = await drawStatement(sampleStatement(layout), { createdAt });
    const extraction = await read(edited(bytes, '2,145.33', '9,145.33'));
    expect(extraction.transactions[1]).toMatchObject({ amount: '9145.33', type: 'credit' });
    expect(extraction.probability).toBeLessThan(0.9);
  });
});

it('text that grew in the bytes is read, though the file no longer knows its own length', async () => {
  const bytes = await drawStatement(sampleStatement('compact'), { createdAt });
  const extraction = await read(edited(bytes, 'Bakery', 'Bakery and Sons of York'));
  expect(extraction.transactions[2]!.description).toBe('Bakery and Sons of York');
  expect(extraction.transactions).toHaveLength(3);
});
