import fc from 'fast-check';
import type { Forgery } from '../../../spec/forgeries.ts';
import { eventWords } from '../../../spec/webhooks/events.ts';
import { DeliveryFailure, type Reply, type Sent } from '../../receiver/sender.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';

const atOnce = 16;
const garbageBodies = 1000;

/** Bodies that are nothing, some of them chosen to be awkward, the rest drawn. */
const garbage: fc.Arbitrary<readonly Uint8Array[]> = fc
  .array(fc.uint8Array({ maxLength: 300 }), { minLength: garbageBodies - 4, maxLength: garbageBodies - 4 })
  .map((drawn) => [
    Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
    Buffer.from('{"__proto__":{"event":"user-payroll-submitted"},"constructor":{"prototype":{}}}'),
    Buffer.from('\u0000'.repeat(1000)),
    Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28]),
    ...drawn,
  ]);

const hex = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes).toString('hex').padEnd(length, '0').slice(0, length);

/** Garbage with the headers of a delivery, whose values are garbage too. */
function dressed(ctx: ExamContext, body: Uint8Array, at: number): Sent {
  const { secret, key, headerNames } = ctx.parts.sealing;
  const type = at % 3 === 0 ? 'text/plain' : 'application/json';
  const headers: Record<string, string> = { 'Content-Type': type };
  if (secret !== undefined && at % 4 !== 0) headers[headerNames.signature] = hex(body, 128);
  if (key !== undefined && at % 5 !== 0) headers[headerNames.encryptionIv] = hex(body, 16);
  return { body, headers };
}

async function throughAll(ctx: ExamContext, bodies: readonly Uint8Array[]): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < bodies.length; at = next++) {
      await ctx.expectRefused(await ctx.send(dressed(ctx, bodies[at]!, at)), 'garbage');
      if (ctx.replies.length > 50) ctx.replies.splice(0, 25);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Sends every forgery there is, and looks at each answer. */
async function afterForgeries(ctx: ExamContext, look: (reply: Reply, forgery: Forgery) => void = () => {}) {
  await ctx.taking();
  for (const forgery of ctx.forgeries) look(await ctx.send(ctx.forged(forgery)), forgery);
}

export const survivalChecks: readonly ExamCheck[] = [
  examCheck('survival.garbage', { given: garbage, once: true }).by(async (ctx, bodies) => {
    await ctx.taking();
    await throughAll(ctx, bodies);
    await ctx.taken(ctx.genuine(), 'a genuine delivery after a thousand garbage bodies');
  }),
  examCheck('survival.broken-off').by(async (ctx) => {
    await ctx.taking();
    const sent = ctx.genuine({ payload: true });
    for (let times = 0; times < 5; times++) await ctx.parts.sender.breakOff(sent);
    await ctx.taken(sent, 'a delivery that comes whole after it broke off five times');
  }),
  examCheck('survival.no-server-error').by((ctx) =>
    afterForgeries(ctx, (reply, { name }) => {
      if ('silence' in reply || reply.status >= 500)
        throw new DeliveryFailure(`a 4xx for a forged delivery (${name})`, reply);
    }),
  ),
  examCheck('answers.no-signature').by(async (ctx) => {
    await afterForgeries(ctx);
    const { signature } = ctx.parts.leaks.found;
    if (signature)
      throw new DeliveryFailure('no answer to a forged delivery with the signature that it lacks', signature);
  }),
  examCheck('answers.no-secrets').by(async (ctx) => {
    await afterForgeries(ctx);
    await ctx.taken(ctx.genuine({ payload: true }), 'a genuine delivery');
    const { secrets } = ctx.parts.leaks.found;
    if (secrets) throw new DeliveryFailure('no answer with a secret, a key or decrypted text', secrets);
  }),
  examCheck('time.bound').by(async (ctx) => {
    for (const kind of eventWords) {
      const reply = await ctx.send(ctx.genuine({ kind, payload: true }));
      if ('silence' in reply) throw new DeliveryFailure('an answer to a genuine delivery', reply);
    }
  }),
  examCheck('time.acknowledge-first').by(async (ctx) => {
    const { promptMs } = ctx.parts;
    for (const kind of eventWords) {
      const reply = await ctx.taken(ctx.genuine({ kind, payload: true }), 'a genuine delivery');
      const took = `${(reply.durationMs / 1000).toFixed(1)} s`;
      if (reply.durationMs > promptMs)
        throw new DeliveryFailure(`an answer within ${promptMs / 1000} s; it took ${took}, and was`, reply);
    }
  }),
];
