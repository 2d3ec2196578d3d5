import { forgeries } from '../../../spec/forgeries.ts';
import { eventWords } from '../../../spec/webhooks/events.ts';
import { DeliveryFailure, isTaken, type Reply } from '../../receiver/sender.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';

/** Sends one more genuine delivery and waits until it is processed: what came before had its time, too. */
async function settled(ctx: ExamContext): Promise<void> {
  const marker = ctx.event();
  const reply = await ctx.taken(ctx.seal(marker.plain), 'a genuine delivery');
  if (!(await ctx.handled.reaches(marker.userId, 1)))
    throw new DeliveryFailure('a genuine delivery to be processed, by your probe', reply);
}

export const handledChecks: readonly ExamCheck[] = [
  examCheck('handled.forged').by(async (ctx) => {
    await ctx.taking();
    const { key } = ctx.parts.sealing;
    const sent: { userId: string; name: string; reply: Reply }[] = [];
    for (const { needs, ...forgery } of forgeries) {
      if (!needs.includes('secret') || (needs.includes('key') && key === undefined)) continue;
      // Its sender knows the secret: a receiver that accepts it is lenient, but processes no forgery.
      if (forgery.clause === 'signature.other-encoding') continue;
      const { sent: delivery, userId } = ctx.forged({ needs, ...forgery });
      sent.push({ userId, name: forgery.name, reply: await ctx.send(delivery) });
    }
    await settled(ctx);
    for (const { userId, name, reply } of sent)
      if ((await ctx.handled.count(userId)) > 0)
        throw new DeliveryFailure(
          `nothing of a forged delivery (${name}) to be processed; it was, and the answer was`,
          reply,
        );
  }),
  examCheck('handled.genuine').by(async (ctx) => {
    for (const kind of eventWords) {
      const { plain, userId } = ctx.event({ kind, payload: true });
      const reply = await ctx.taken(ctx.seal(plain), 'a genuine delivery');
      if (!(await ctx.handled.reaches(userId, 1)))
        throw new DeliveryFailure(
          'what was acknowledged to be processed; it was not, though the answer was',
          reply,
        );
    }
    const late = ctx.event();
    const whole = ctx.seal(late.plain);
    await ctx.parts.sender.breakOff(whole);
    const reply = await ctx.taken(whole, 'a delivery that broke off before');
    if (!(await ctx.handled.reaches(late.userId, 1)))
      throw new DeliveryFailure(
        'a retry of what broke off to be processed; it was not, though the answer was',
        reply,
      );
  }),
  examCheck('handled.once').by(async (ctx) => {
    const { plain, userId } = ctx.event();
    const first = ctx.seal(plain);
    const together = await Promise.all([ctx.send(first), ctx.send(first), ctx.send(first)]);
    const again = await ctx.taken(ctx.seal(plain), 'a repeat');
    await settled(ctx);
    const count = await ctx.handled.count(userId);
    if (count !== 1)
      throw new DeliveryFailure(
        `a delivery that came ${together.length + 1} times to be processed once; it was ${count} times, and the last answer was`,
        again,
      );
  }),
  examCheck('handled.after-failure').by(async (ctx) => {
    const { plain, userId } = ctx.event({ payload: true });
    await ctx.parts.failing?.(userId);
    const first = await ctx.send(ctx.seal(plain));
    // Who acknowledges first and works afterwards has to try again without us.
    const last = isTaken(first)
      ? first
      : await ctx.taken(ctx.seal(plain), 'a retry after a failure of yours');
    if (!(await ctx.handled.reaches(userId, 1)))
      throw new DeliveryFailure(
        'a delivery whose handling failed once to be processed in the end; it was not, though the answer was',
        last,
      );
    await settled(ctx);
    const count = await ctx.handled.count(userId);
    if (count !== 1)
      throw new DeliveryFailure(`it to be processed once; it was ${count} times, and the answer was`, last);
  }),
];
