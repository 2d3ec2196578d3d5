import fc from 'fast-check';
import { type Forgery, forgeries } from '../../../spec/forgeries.ts';
import { withoutNulls } from '../../../spec/json.ts';
import { eventWords } from '../../../spec/webhooks/events.ts';
import { Failure } from '../../judgement/failure.ts';
import { DeliveryFailure, isTaken, type Sent } from '../../receiver/sender.ts';
import type { EventWish } from '../context/events.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';
import { ofBytes, type Shape, shapes } from '../context/values.ts';

const words = (name: string): string => `a forged delivery (${name})`;

/** The delivery with other headers (null for none), or in chunks. */
const reshaped = (sent: Sent, { headers: own, isChunked, query }: Shape): Sent => {
  const headers = withoutNulls({ ...sent.headers, ...own });
  return { ...sent, isChunked, query, headers };
};

/** Sends forgeries in every shape, and about the user and the entry of a genuine delivery that was just taken. */
async function inEveryShape(ctx: ExamContext, own: readonly Forgery[]): Promise<void> {
  await ctx.taking();
  const known = ctx.genuine({ payload: true });
  await ctx.taken(known, 'a genuine delivery');
  if (ctx.parts.handled) await ctx.settled();
  const ofKnown: EventWish = {
    userId: known.userId,
    change: (body) => ({ ...JSON.parse(known.plain), timestamp: body.timestamp }),
  };
  for (const [at, shape] of shapes.entries()) {
    const { name, bytes, isKnown, isRepeat, fields } = shape;
    const forgery = own[at % own.length]!;
    const wish: EventWish = isKnown
      ? ofKnown
      : bytes !== undefined
        ? { payload: true, change: ofBytes(bytes) }
        : { kind: eventWords[at % eventWords.length], change: (body) => ({ ...body, ...fields }) };
    const repeated: EventWish = { userId: known.userId, change: () => JSON.parse(known.plain) };
    const forged = ctx.forged(forgery, isRepeat ? repeated : wish);
    const userId = fields?.user_id ?? forged.userId;
    const before = (await ctx.parts.handled?.count(userId)) ?? 0;
    const reply = await ctx.send(reshaped(forged, shape));
    // A receiver that takes nothing in this shape says nothing about forgeries.
    const isOdd = 'silence' in reply || (!isTaken(reply) && reply.status < 400);
    if (isOdd && !isTaken(await ctx.send(reshaped(ctx.seal(forged.plain), shape)))) continue;
    const refused = ctx.expectRefused(reply, `${words(forgery.name)} ${name}`, userId, before);
    await refused.catch((error: unknown) => {
      throw error instanceof Failure ? error.from(`The receiver takes forged deliveries ${name}.`) : error;
    });
  }
  const after = await ctx.send(ctx.genuine());
  if (!isTaken(after))
    throw new DeliveryFailure('a genuine delivery to be taken after forged ones in other shapes', after);
}

const catalogued = [...new Set(forgeries.map(({ clause }) => clause))].map((clause) =>
  examCheck(clause).by(async (ctx) => {
    const own = forgeries.filter((one) => one.clause === clause);
    // A forger picks the kind of event that is not verified.
    for (const kind of eventWords)
      for (const forgery of own) {
        const forged = ctx.forged(forgery, { kind });
        // A forgery that names no user leaves nothing by which --handled could count it.
        const userId = clause.startsWith('content.') ? undefined : forged.userId;
        await ctx.refused(forged, words(forgery.name), userId);
      }
    if (!clause.startsWith('content.')) await inEveryShape(ctx, own);
  }),
);

export const forgedChecks: readonly ExamCheck[] = [
  ...catalogued,
  examCheck('signature.other-body').by(async (ctx) => {
    const { signature } = ctx.parts.sealing.headerNames;
    const first = ctx.genuine();
    await ctx.taking();
    await ctx.taken(first, 'a genuine delivery');
    const { body, userId, ...second } = ctx.genuine();
    const headers = { ...second.headers, [signature]: first.headers[signature] ?? '' };
    await ctx.refused({ body, headers }, 'a delivery with the signature of the one before it', userId);
  }),
  examCheck('signature.wrong').by(async (ctx) => {
    await ctx.taking();
    const { signature } = ctx.parts.sealing.headerNames;
    for (let round = 0; round < 5; round++) {
      const sent = Array.from({ length: 8 }, (_, at) => {
        const { body, headers, userId } = ctx.genuine();
        const wrong = at % 2 ? {} : { [signature]: 'ab'.repeat(64) };
        return { body, headers: { ...headers, ...wrong }, userId };
      });
      const replies = await Promise.all(sent.map((one) => ctx.send(one)));
      for (const [at, reply] of replies.entries())
        if (at % 2) ctx.expectTaken(reply, 'a genuine delivery among forged ones');
        else await ctx.expectRefused(reply, 'a forged delivery among genuine ones', sent[at]!.userId);
    }
  }),
  examCheck('body.changed-bit').by(async (ctx) => {
    for (let bit = 0; bit < 8; bit++) await withBitChanged(ctx, () => 160 + bit);
  }),
  // The last digit of a long body, which stays one: a receiver that verifies the beginning alone does not notice.
  examCheck('body.changed-bit').by((ctx) =>
    withBitChanged(ctx, (bytes) => 8 * bytes.toString('latin1').search(/\d\D*$/), {
      change: ofBytes(200_000),
    }),
  ),
  examCheck('body.changed-bit', { given: fc.nat() }).by((ctx, bit) => withBitChanged(ctx, () => bit)),
];

async function withBitChanged(ctx: ExamContext, bitOf: (bytes: Buffer) => number, wish: EventWish = {}) {
  const { body, headers, userId } = ctx.genuine({ payload: true, ...wish });
  const bytes = Buffer.from(body);
  const at = bitOf(bytes) % (bytes.length * 8);
  bytes[at >> 3]! ^= 1 << (at & 7);
  await ctx.refused({ body: bytes, headers }, `a body with bit ${at} changed`, userId);
}
