import { eventWords } from '../../../spec/webhooks/events.ts';
import { type ExamCheck, examCheck } from '../exam-check.ts';
import { DeliveryFailure } from '../sender.ts';

export const timeChecks: readonly ExamCheck[] = [
  examCheck('time.bound', async (ctx) => {
    for (const kind of eventWords) {
      const reply = await ctx.send(ctx.seal(ctx.event({ kind, payload: true }).plain));
      if ('silence' in reply) throw new DeliveryFailure('an answer to a genuine delivery', reply);
    }
  }),
  examCheck('time.acknowledge-first', async (ctx) => {
    const { promptMs } = ctx.parts;
    for (const kind of eventWords) {
      const reply = await ctx.taken(ctx.seal(ctx.event({ kind, payload: true }).plain), 'a genuine delivery');
      if (reply.durationMs > promptMs)
        throw new DeliveryFailure(
          `an answer within ${promptMs / 1000} s; it took ${(reply.durationMs / 1000).toFixed(1)} s, and was`,
          reply,
        );
    }
  }),
];
