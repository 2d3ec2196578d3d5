import { eventWords } from '../../../spec/webhooks/events.ts';
import { DeliveryFailure, isTaken, type Reply } from '../../receiver/sender.ts';
import type { EventWish } from '../context/events.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';
import { deliveries } from './genuine.ts';

/** Forgeries whose maker knows the secret, or that name no user: a receiver that processes one is lenient at most. */
const lenient = /^(signature\.other-encoding|content\.)/;
const copies = 10;
const minuteMs = 60_000;

/** Genuine deliveries about one user, each of which counts. */
async function allCount(ctx: ExamContext, what: string, wishes: readonly EventWish[]): Promise<void> {
  const { userId } = ctx.event();
  const replies: Reply[] = [];
  for (const wish of wishes) replies.push(await ctx.taken(ctx.genuine({ userId, ...wish }), what));
  const users = new Set(wishes.map((wish) => wish.userId ?? userId));
  for (const user of users) await ctx.processed(user, what, replies.at(-1)!, wishes.length / users.size);
}

const account_id = '5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4';
const ofOneAccount: EventWish = { change: (body) => ({ ...body, account_id }) };

export const handledChecks: readonly ExamCheck[] = [
  examCheck('handled.forged').by(async (ctx) => {
    await ctx.taking();
    const sent: { userId: string; name: string; reply: Reply }[] = [];
    for (const kind of eventWords)
      for (const forgery of ctx.forgeries) {
        if (lenient.test(forgery.clause)) continue;
        const forged = ctx.forged(forgery, { kind });
        sent.push({ ...forged, name: `${forgery.name}, ${kind}`, reply: await ctx.send(forged) });
      }
    await ctx.settled();
    for (const { userId, name, reply } of sent)
      if ((await ctx.handled.count(userId)) > 0)
        throw new DeliveryFailure(
          `nothing of a forged delivery (${name}) to be processed; it was, and the answer was`,
          reply,
        );
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    for (const kind of eventWords)
      await allCount(ctx, `what was acknowledged (${kind})`, [{ kind, payload: true }]);
    await allCount(ctx, 'a payroll event without an account', [{ nullAccount: true, payload: true }]);
    const late = ctx.genuine();
    await ctx.parts.sender.breakOff(late);
    const reply = await ctx.taken(late, 'a delivery that broke off before');
    await ctx.processed(late.userId, 'a retry of what broke off', reply);
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    const at = ctx.parts.now();
    for (const kind of eventWords) {
      const newer = { kind, payload: true, at };
      const older = { ...newer, at: at - minuteMs };
      const bare = [older, newer].map((one) => ({ ...one, payload: false }));
      await allCount(ctx, `each of two ${kind} events about one user`, [older, newer]);
      await allCount(ctx, `each of two ${kind} events that differ in their time`, bare);
      await allCount(ctx, `an older ${kind} event after a newer one about the same user`, [newer, older]);
    }
    await allCount(ctx, 'each of two entries of one user at the same moment', [{ at }, { at }]);
    const users = [ctx.event().userId, ctx.event().userId];
    for (const kind of eventWords) {
      const own = users.map((userId) => ({ kind, at, userId }));
      await allCount(ctx, `each of two ${kind} events about two users at the same moment`, own);
    }
    const upload = { nullAccount: true, payload: true };
    const later = at + 1;
    await allCount(ctx, 'each of two entries of one account', [ofOneAccount, { ...ofOneAccount, at: later }]);
    await allCount(ctx, 'each of two uploads of one user', [upload, { ...upload, at: later }]);
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    await ctx.taking();
    const { userId } = ctx.event();
    const what = `each of ${copies} entries of one user at once`;
    const taken = await ctx.takenAtOnce(Array(copies).fill({ userId }), what);
    await ctx.processed(userId, what, taken.at(-1)!.reply, copies);
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    const sent: { what: string; userId: string; reply: Reply }[] = [];
    // A receiver may write ids in one case, and its probe then knows no capitals.
    for (const [clause, what, wish] of deliveries) {
      if (what.endsWith('capitals') || clause === 'genuine.unknown-event') continue;
      const delivery = ctx.genuine(wish);
      const reply = await ctx.send(delivery);
      // What is refused is not lost: its own clause judges that.
      if (isTaken(reply)) sent.push({ what, userId: delivery.userId, reply });
    }
    for (const { what, userId, reply } of sent) await ctx.processed(userId, what, reply);
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    await ctx.taking();
    const what = `each of ${copies} events of several users at once`;
    const wishOf = (_: unknown, at: number) => ({ kind: eventWords[at % 3], payload: true });
    for (const { userId, reply } of await ctx.takenAtOnce(Array.from({ length: copies }, wishOf), what))
      await ctx.processed(userId, what, reply);
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    for (const forgery of ctx.forgeries.filter(({ clause }) => !lenient.test(clause))) {
      const forged = ctx.forged(forgery);
      await ctx.send(forged);
      const what = `a delivery that came forged before (${forgery.name})`;
      const reply = await ctx.taken(ctx.seal(forged.plain), what);
      await ctx.processed(forged.userId, what, reply);
    }
  }),
  examCheck('handled.once').by(async (ctx) => {
    const { plain, userId } = ctx.event();
    ctx.replies.push(...(await ctx.parts.sender.sendCopies(ctx.seal(plain), copies)));
    // A memory of the last few deliveries has forgotten it by then.
    for (let others = 0; others < 120; others += copies)
      await ctx.takenAtOnce(Array(copies).fill({}), 'a genuine delivery');
    const again = await ctx.taken(ctx.seal(plain), 'a repeat');
    await ctx.processedOnce(userId, `a delivery that came ${copies + 1} times`, 'the last answer', again);
  }),
  examCheck('handled.after-failure').by(async (ctx) => {
    for (const kind of eventWords) {
      const { plain, userId } = ctx.event({ kind, payload: true });
      await ctx.parts.failing?.(userId);
      const first = await ctx.send(ctx.seal(plain));
      // Who acknowledges first and works afterwards has to try again without us.
      const retry = async () => ctx.taken(ctx.seal(plain), 'a retry after a failure of yours');
      const last = isTaken(first) ? first : await retry();
      await ctx.processed(userId, `a ${kind} event whose handling failed once`, last);
      await ctx.processedOnce(userId, 'it', 'the answer', last);
    }
  }),
];
