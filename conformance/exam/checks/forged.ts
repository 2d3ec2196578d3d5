import fc from 'fast-check';
import { forgeries } from '../../../spec/forgeries.ts';
import type { ReceiverClauseId } from '../../../spec/receiver-clauses.ts';
import { type ExamCheck, type ExamContext, examCheck, examProperty } from '../exam-context.ts';

const clauses = [...new Set(forgeries.map(({ clause }) => clause))];
const words = (name: string): string => `a forged delivery (${name})`;

const catalogued: readonly ExamCheck[] = clauses.map((clause: ReceiverClauseId) =>
  examCheck(clause, async (ctx) => {
    for (const forgery of forgeries.filter((one) => one.clause === clause)) {
      const { sent, userId } = ctx.forged(forgery);
      // A forgery that names no user leaves nothing by which --handled could count it.
      await ctx.refused(sent, words(forgery.name), clause.startsWith('content.') ? undefined : userId);
    }
  }),
);

export const forgedChecks: readonly ExamCheck[] = [
  ...catalogued,
  examCheck('signature.other-body', async (ctx) => {
    const { signature } = ctx.parts.sealing.headerNames;
    const first = ctx.seal(ctx.event().plain);
    await ctx.taking();
    await ctx.taken(first, 'a genuine delivery');
    const { plain, userId } = ctx.event();
    const { body, headers } = ctx.seal(plain);
    const reused = { ...headers, [signature]: first.headers[signature] ?? '' };
    await ctx.refused(
      { body, headers: reused },
      'a delivery with the signature of the one before it',
      userId,
    );
  }),
  examCheck('body.changed-bit', async (ctx) => {
    for (let bit = 0; bit < 8; bit++) await withBitChanged(ctx, 160 + bit);
  }),
  examProperty('body.changed-bit', fc.nat(), withBitChanged),
];

async function withBitChanged(ctx: ExamContext, bit: number): Promise<void> {
  const { plain, userId } = ctx.event({ payload: true });
  const { body, headers } = ctx.seal(plain);
  const bytes = Buffer.from(body);
  const at = bit % (bytes.length * 8);
  bytes[at >> 3]! ^= 1 << (at & 7);
  await ctx.refused({ body: bytes, headers }, `a body with bit ${at} changed`, userId);
}
