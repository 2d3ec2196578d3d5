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
  for (const wish of wishes)
    replies.push(await ctx.taken(ctx.seal(ctx.event({ userId, ...wish }).plain), what));
  const users = new Set(wishes.map((wish) => wish.userId ?? userId));
  for (const user of users)
    await ctx.processed(user, wishes.length / users.size, () => notProcessed(what, replies.at(-1)!));
}

const ofOneAccount: EventWish = {
  change: (body) => ({ ...body, account_id: '5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4' }),
};

const notProcessed = (what: string, reply: Reply): DeliveryFailure =>
  new DeliveryFailure(`${what} to be processed; it was not, though the answer was`, reply);

export const handledChecks: readonly ExamCheck[] = [
  examCheck('handled.forged').by(async (ctx) => {
    await ctx.taking();
    const sent: { userId: string; name: string; reply: Reply }[] = [];
    for (const kind of eventWords)
      for (const forgery of ctx.forgeries) {
        if (lenient.test(forgery.clause)) continue;
        const { sent: delivery, userId } = ctx.forged(forgery, { kind });
        sent.push({ userId, name: `${forgery.name}, ${kind}`, reply: await ctx.send(delivery) });
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
    const late = ctx.event();
    const whole = ctx.seal(late.plain);
    await ctx.parts.sender.breakOff(whole);
    const reply = await ctx.taken(whole, 'a delivery that broke off before');
    await ctx.processed(late.userId, 1, () => notProcessed('a retry of what broke off', reply));
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    const now = ctx.parts.now();
    for (const kind of eventWords) {
      const [one, older] = [
        { kind, payload: true, at: now },
        { kind, payload: true, at: now - minuteMs },
      ];
      await allCount(ctx, `each of two ${kind} events about one user`, [older, one]);
      await allCount(ctx, `each of two ${kind} events that differ in their time`, [
        { kind, at: now - minuteMs },
        { kind, at: now },
      ]);
      await allCount(ctx, `an older ${kind} event after a newer one about the same user`, [one, older]);
    }
    const at = now;
    await allCount(ctx, 'each of two entries of one user at the same moment', [{ at }, { at }]);
    const users = [ctx.event().userId, ctx.event().userId];
    for (const kind of eventWords) {
      const own = users.map((userId) => ({ kind, at, userId }));
      await allCount(ctx, `each of two ${kind} events about two users at the same moment`, own);
    }
    await allCount(ctx, 'each of two entries of one account', [
      ofOneAccount,
      { ...ofOneAccount, at: at + 1 },
    ]);
    const upload = { nullAccount: true, payload: true };
    await allCount(ctx, 'each of two uploads of one user', [upload, { ...upload, at: at + 1 }]);
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    await ctx.taking();
    const { userId } = ctx.event();
    const what = `each of ${copies} entries of one user at once`;
    const replies = await Promise.all(
      Array.from({ length: copies }, () => ctx.send(ctx.seal(ctx.event({ userId }).plain))),
    );
    for (const reply of replies) ctx.expectTaken(reply, what);
    await ctx.processed(userId, copies, () => notProcessed(what, replies.at(-1)!));
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    const sent: { what: string; userId: string; reply: Reply }[] = [];
    // A receiver may write ids in one case, and its probe then knows no capitals.
    for (const [clause, what, wish] of deliveries) {
      if (what.endsWith('capitals') || clause === 'genuine.unknown-event') continue;
      const { plain, userId } = ctx.event(wish);
      const reply = await ctx.send(ctx.seal(plain));
      // What is refused is not lost: its own clause judges that.
      if (isTaken(reply)) sent.push({ what, userId, reply });
    }
    for (const { what, userId, reply } of sent)
      await ctx.processed(userId, 1, () => notProcessed(what, reply));
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    await ctx.taking();
    const events = Array.from({ length: copies }, (_, at) =>
      ctx.event({ kind: eventWords[at % 3], payload: true }),
    );
    const replies = await Promise.all(events.map(({ plain }) => ctx.send(ctx.seal(plain))));
    const what = `each of ${copies} events of several users at once`;
    for (const reply of replies) ctx.expectTaken(reply, what);
    for (const [at, { userId }] of events.entries())
      await ctx.processed(userId, 1, () => notProcessed(what, replies[at]!));
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    for (const forgery of ctx.forgeries.filter(({ clause }) => !lenient.test(clause))) {
      const { sent, plain, userId } = ctx.forged(forgery);
      await ctx.send(sent);
      const what = `a delivery that came forged before (${forgery.name})`;
      const reply = await ctx.taken(ctx.seal(plain), what);
      await ctx.processed(userId, 1, () => notProcessed(what, reply));
    }
  }),
  examCheck('handled.once').by(async (ctx) => {
    const { plain, userId } = ctx.event();
    ctx.replies.push(...(await ctx.parts.sender.sendCopies(ctx.seal(plain), copies)));
    // A memory of the last few deliveries has forgotten it by then.
    for (let others = 0; others < 120; others += copies) {
      const sent = Array.from({ length: copies }, () => ctx.send(ctx.seal(ctx.event().plain)));
      for (const reply of await Promise.all(sent)) ctx.expectTaken(reply, 'a genuine delivery');
    }
    const again = await ctx.taken(ctx.seal(plain), 'a repeat');
    await ctx.settled();
    const count = await ctx.handled.count(userId);
    if (count !== 1)
      throw new DeliveryFailure(
        `a delivery that came ${copies + 1} times to be processed once; it was ${count} times, and the last answer was`,
        again,
      );
  }),
  examCheck('handled.after-failure').by(async (ctx) => {
    for (const kind of eventWords) {
      const { plain, userId } = ctx.event({ kind, payload: true });
      await ctx.parts.failing?.(userId);
      const first = await ctx.send(ctx.seal(plain));
      // Who acknowledges first and works afterwards has to try again without us.
      const last = isTaken(first)
        ? first
        : await ctx.taken(ctx.seal(plain), 'a retry after a failure of yours');
      await ctx.processed(userId, 1, () => notProcessed(`a ${kind} event whose handling failed once`, last));
      await ctx.settled();
      const count = await ctx.handled.count(userId);
      if (count !== 1)
        throw new DeliveryFailure(`it to be processed once; it was ${count} times, and the answer was`, last);
    }
  }),
];
