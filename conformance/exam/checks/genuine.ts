import fc from 'fast-check';
import { eventWords } from '../../../spec/webhooks/events.ts';
import type { EventWish } from '../context/events.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';

const take = async (ctx: ExamContext, what: string, wish: EventWish): Promise<void> => {
  await ctx.taken(ctx.seal(ctx.event(wish).plain), what);
};

const all = eventWords.map((kind) => [kind, `a ${kind} event`] as const);
const hour = 3_600_000;

type Written = {
  indent: number | string;
  reversed: boolean;
  escaped: boolean;
  zeros: boolean;
  around: readonly [string, string];
};

const written: fc.Arbitrary<Written> = fc.record({
  indent: fc.constantFrom(0, 1, 2, '\t', ' \t'),
  reversed: fc.boolean(),
  escaped: fc.boolean(),
  zeros: fc.boolean(),
  around: fc.constantFrom(['', ''], ['', '\n'], [' \r\n', '\t'], ['', '    ']),
});

/** JSON that means the same as what JSON.stringify gives, in a text that it would never give. */
function writtenAs({ indent, reversed, escaped, zeros, around }: Written): (body: object) => string {
  return (body) => {
    const fields = Object.entries(body);
    let text = JSON.stringify(Object.fromEntries(reversed ? fields.reverse() : fields), null, indent);
    if (zeros)
      text = text.replace(/(:\s*\d+\.\d)(?=[,}\s])/g, '$10').replace(/(:\s*\d+)(?=[,}\s])/g, '$1.00');
    if (escaped) text = text.replaceAll('user', '\\u0075ser').replaceAll('/', '\\/');
    return around[0] + text + around[1];
  };
}

/** A payslip that a provider gave, and no upload: the document says that these can be null. */
const ofNoDocument = { document_id: null, document_external_id: null, document_filename: null };

/** A payroll event with other payslips than its one. */
const changedPayslips =
  (change: (payslip: object) => object[]): NonNullable<EventWish['change']> =>
  ({ payload = {}, ...body }) => {
    const [payslip] = payload['payroll_submissions'] as [object];
    return { ...body, payload: { ...payload, payroll_submissions: change(payslip) } };
  };

export const genuineChecks: readonly ExamCheck[] = [
  examCheck('genuine.payroll').by((ctx) => take(ctx, 'a payroll event', {})),
  examCheck('genuine.bank-statement').by((ctx) =>
    take(ctx, 'a bank-statement event', { kind: 'bank-statement' }),
  ),
  examCheck('genuine.taxauth').by((ctx) => take(ctx, 'a taxauth event', { kind: 'taxauth' })),
  examCheck('genuine.without-payload').by(async (ctx) => {
    for (const [kind, what] of all) await take(ctx, `${what} without payload`, { kind });
  }),
  examCheck('genuine.with-payload').by(async (ctx) => {
    for (const [kind, what] of all) await take(ctx, `${what} with its payload`, { kind, payload: true });
    await take(ctx, 'a payroll event with payslips of no document', {
      payload: true,
      change: changedPayslips((payslip) => [{ ...payslip, ...ofNoDocument }]),
    });
  }),
  examCheck('genuine.null-account').by(async (ctx) => {
    for (const payload of [false, true])
      await take(ctx, 'a payroll event without an account', { nullAccount: true, payload });
  }),
  examCheck('genuine.unknown-fields').by(async (ctx) => {
    const more = { schema_version: 7, links: { self: null }, tags: ['x', 1, { deep: true }] };
    const change = (body: { payload?: object }) => ({
      ...body,
      ...more,
      payload: body.payload && { ...body.payload, ...more },
    });
    for (const [kind, what] of all)
      for (const payload of [false, true])
        await take(ctx, `${what} with fields of tomorrow`, { kind, payload, change });
  }),
  examCheck('genuine.unknown-event').by((ctx) =>
    take(ctx, 'an event of a kind of tomorrow', {
      kind: 'bank-statement',
      change: (body) => ({ ...body, event: 'user-pension-submitted' }),
    }),
  ),
  examCheck('genuine.raw-text', { given: written }).by((ctx, how) =>
    take(ctx, 'a body that is written in its own way', { payload: true, write: writtenAs(how) }),
  ),
  examCheck('genuine.raw-text').by((ctx) =>
    take(ctx, 'a body with 1.50, escapes, spaces and another order', {
      payload: true,
      write: writtenAs({ indent: ' \t', reversed: true, escaped: true, zeros: true, around: [' ', '\r\n'] }),
    }),
  ),
  examCheck('genuine.non-ascii').by(async (ctx) => {
    const names = ['Zoë Ó Súilleabháin', '株式会社 山田', 'Łukasz Ðorđe', '💷 €', 'e\u0301 \u2028'];
    for (const name of names)
      await take(ctx, `a body with ${JSON.stringify(name)}`, {
        payload: true,
        change: (body) => ({ ...body, payload: { ...body.payload, note: name } }),
      });
    const { body, headers } = ctx.seal(
      ctx.event({ change: (event) => ({ ...event, note: names.join() }) }).plain,
    );
    const bytes = Buffer.from(body);
    const within = [...bytes.keys()].filter((at) => (bytes[at]! & 0xc0) === 0x80);
    const cuts = within.length > 0 ? within.filter((_, at) => at % 6 === 0) : [bytes.length >> 1];
    await ctx.taken({ body, headers, cuts }, 'a body that arrives in pieces, cut within letters');
  }),
  examCheck('genuine.large').by((ctx) =>
    take(ctx, 'a delivery with 150 payslips', {
      payload: true,
      change: changedPayslips((payslip) => Array(150).fill(payslip)),
    }),
  ),
  examCheck('genuine.year-of-payslips').by((ctx) =>
    take(ctx, 'a delivery of 600 kilobytes', {
      payload: true,
      change: changedPayslips((payslip) =>
        Array(Math.ceil(600_000 / JSON.stringify(payslip).length)).fill(payslip),
      ),
    }),
  ),
  examCheck('genuine.header-case').by(async (ctx) => {
    for (const change of [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()]) {
      const { body, headers } = ctx.seal(ctx.event().plain);
      const renamed = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [change(name), value]),
      );
      await ctx.taken({ body, headers: renamed }, `a delivery with ${change('Header-Names')}`);
    }
  }),
  examCheck('genuine.content-type').by(async (ctx) => {
    const plain = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'];
    const types =
      ctx.parts.sealing.key === undefined ? plain : [...plain, 'text/plain', 'application/octet-stream'];
    for (const type of types) {
      const { body, headers } = ctx.seal(ctx.event({ payload: true }).plain);
      await ctx.taken({ body, headers: { ...headers, 'Content-Type': type } }, `a delivery marked ${type}`);
    }
  }),
  examCheck('genuine.repeat').by(async (ctx) => {
    const { plain } = ctx.event();
    const first = ctx.seal(plain);
    await ctx.taken(first, 'a delivery');
    await ctx.taken(first, 'the very same delivery once more');
    await ctx.taken(ctx.seal(plain), 'the same delivery, sealed anew');
  }),
  examCheck('genuine.together').by(async (ctx) => {
    const wishes = Array.from({ length: 12 }, (_, at) => ({ kind: all[at % 3]![0], payload: at % 2 === 0 }));
    const replies = await Promise.all(wishes.map((wish) => ctx.send(ctx.seal(ctx.event(wish).plain))));
    for (const reply of replies) ctx.expectTaken(reply, 'each of twelve deliveries at once');
  }),
  examCheck('genuine.out-of-order').by(async (ctx) => {
    const now = ctx.parts.now();
    for (const ago of [0, 2, 1])
      await take(ctx, `an event of ${ago} minutes ago`, { at: now - (ago * hour) / 60 });
  }),
];
