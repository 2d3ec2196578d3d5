import fc from 'fast-check';
import { forgeries } from '../../../spec/forgeries.ts';
import type { ReceiverClauseId } from '../../../spec/receiver-clauses.ts';
import { eventWords } from '../../../spec/webhooks/events.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';

const clauses = [...new Set(forgeries.map(({ clause }) => clause))];
const words = (name: string): string => `a forged delivery (${name})`;

const catalogued: readonly ExamCheck[] = clauses.map((clause: ReceiverClauseId) =>
  examCheck(clause).by(async (ctx) => {
    // A forger picks the kind of event that is not verified.
    for (const kind of eventWords)
      for (const forgery of forgeries.filter((one) => one.clause === clause)) {
        const { sent, userId } = ctx.forged(forgery, kind);
        // A forgery that names no user leaves nothing by which --handled could count it.
        await ctx.refused(sent, words(forgery.name), clause.startsWith('content.') ? undefined : userId);
      }
  }),
);

export const forgedChecks: readonly ExamCheck[] = [
  ...catalogued,
  examCheck('signature.other-body').by(async (ctx) => {
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
  examCheck('signature.wrong').by(async (ctx) => {
    await ctx.taking();
    const { signature } = ctx.parts.sealing.headerNames;
    for (let round = 0; round < 5; round++) {
      const events = Array.from({ length: 8 }, () => ctx.event());
      const replies = await Promise.all(
        events.map(({ plain }, at) => {
          const { body, headers } = ctx.seal(plain);
          return ctx.send({ body, headers: at % 2 ? headers : { ...headers, [signature]: 'ab'.repeat(64) } });
        }),
      );
      for (const [at, reply] of replies.entries())
        if (at % 2) ctx.expectTaken(reply, 'a genuine delivery among forged ones');
        else await ctx.expectRefused(reply, 'a forged delivery among genuine ones', events[at]!.userId);
    }
  }),
  examCheck('body.changed-bit').by(async (ctx) => {
    for (let bit = 0; bit < 8; bit++) await withBitChanged(ctx, 160 + bit);
  }),
  examCheck('body.changed-bit', { given: fc.nat() }).by(withBitChanged),
];

async function withBitChanged(ctx: ExamContext, bit: number): Promise<void> {
  const { plain, userId } = ctx.event({ payload: true });
  const { body, headers } = ctx.seal(plain);
  const bytes = Buffer.from(body);
  const at = bit % (bytes.length * 8);
  bytes[at >> 3]! ^= 1 << (at & 7);
  await ctx.refused({ body: bytes, headers }, `a body with bit ${at} changed`, userId);
}
