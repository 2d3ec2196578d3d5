import fc from 'fast-check';
import { changeObjects } from '../../../spec/json.ts';
import type { ReceiverClauseId } from '../../../spec/receiver-clauses.ts';
import { eventWords } from '../../../spec/webhooks/events.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { isTaken } from '../../receiver/sender.ts';
import type { EventWish } from '../context/events.ts';
import { type ExamCheck, type ExamContext, examCheck } from '../context/exam-context.ts';
import { lawfulValues, ofBytes, otherForms, withPayslips } from '../context/values.ts';

/** Sends a genuine delivery, which has to be taken. Where one without what is unusual is refused too, that is another fault. */
async function take(ctx: ExamContext, what: string, wish: EventWish, twin?: EventWish): Promise<void> {
  const reply = await ctx.send(ctx.genuine(wish));
  if (!isTaken(reply) && twin && !isTaken(await ctx.send(ctx.genuine(twin))))
    throw new CannotArrange(`the receiver refuses ${what}, and one without anything unusual as well`);
  ctx.expectTaken(reply, what);
}

const carrying: EventWish = { payload: true };
const plainOf = ({ kind }: EventWish): EventWish => ({ kind, payload: true });
const minuteMs = 60_000;

type Written = Record<'reversed' | 'escaped' | 'zeros', boolean> & {
  indent: number | string;
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
const more = {
  ...{ schema_version: 7, links: { self: null }, tags: ['x', 1, { deep: true }] },
  ...{ id: 'evt-7', type: 'event.v2', data: null, version: 2, created: '2026-01-31' },
};
const withMore = (body: object) => changeObjects(body, (object) => ({ ...more, ...object })) as object;
const names = ['Zoë Ó Súilleabháin', '株式会社 山田', 'Łukasz Ðorđe', '💷 €', 'e\u0301 \u2028'];

type Row = readonly [clause: ReceiverClauseId, what: string, wish: EventWish, twin?: EventWish];

/** Deliveries that have to be taken, each with its twin that has nothing unusual. */
export const deliveries: readonly Row[] = [
  ['genuine.payroll', 'a payroll event', {}],
  ['genuine.bank-statement', 'a bank-statement event', { kind: 'bank-statement' }, {}],
  ['genuine.taxauth', 'a taxauth event', { kind: 'taxauth' }, {}],
  ...eventWords.flatMap((kind): Row[] => [
    ['genuine.without-payload', `a ${kind} event without payload`, { kind }],
    ['genuine.with-payload', `a ${kind} event with its payload`, { kind, payload: true }, { kind }],
    ...[false, true].map((payload): Row => {
      const wish = { kind, payload, change: withMore };
      return ['genuine.unknown-fields', `a ${kind} event with fields of tomorrow`, wish, { kind, payload }];
    }),
  ]),
  [
    'genuine.with-payload',
    'a payroll event with payslips of no document',
    { payload: true, change: withPayslips((payslip) => [{ ...payslip, ...ofNoDocument }]) },
    carrying,
  ],
  ['genuine.null-account', 'a payroll event without an account', { nullAccount: true }, {}],
  ['genuine.null-account', 'one with its payload', { nullAccount: true, payload: true }, carrying],
  ...['user-pension-submitted', 'user-payroll-withdrawn', 'account.linked'].map((event): Row => {
    const wish: EventWish = { kind: 'bank-statement', change: (body) => ({ ...body, event }) };
    return ['genuine.unknown-event', `an event of the kind ${event}`, wish, { kind: 'bank-statement' }];
  }),
  ...lawfulValues.map(({ what, wish }): Row => ['genuine.values', what, wish, plainOf(wish)]),
  ...otherForms.map(({ what, wish }): Row => ['genuine.other-forms', what, wish, plainOf(wish)]),
  [
    'genuine.raw-text',
    'a body with 1.50, escapes, spaces and another order',
    {
      payload: true,
      write: writtenAs({ indent: ' \t', reversed: true, escaped: true, zeros: true, around: [' ', '\r\n'] }),
    },
    carrying,
  ],
  ...names.map((note): Row => {
    const change: EventWish['change'] = (body) => ({ ...body, payload: { ...body.payload, note } });
    return ['genuine.non-ascii', `a body with ${JSON.stringify(note)}`, { payload: true, change }, carrying];
  }),
  ['genuine.large', 'one of 300 kilobytes', { payload: true, change: ofBytes(300_000) }, carrying],
  ['genuine.year-of-payslips', 'one of 600 kilobytes', { payload: true, change: ofBytes(600_000) }, carrying],
];

export const genuineChecks: readonly ExamCheck[] = [
  ...[...new Set(deliveries.map(([clause]) => clause))].map((clause) =>
    examCheck(clause).by(async (ctx) => {
      for (const [own, ...row] of deliveries) if (own === clause) await take(ctx, ...row);
    }),
  ),
  examCheck('genuine.raw-text', { given: written }).by((ctx, how) =>
    take(ctx, 'a body that is written in its own way', { payload: true, write: writtenAs(how) }, carrying),
  ),
  examCheck('genuine.non-ascii').by(async (ctx) => {
    const { body, headers } = ctx.genuine({ change: (event) => ({ ...event, note: names.join() }) });
    const bytes = Buffer.from(body);
    const within = [...bytes.keys()].filter((at) => (bytes[at]! & 0xc0) === 0x80);
    const cuts = within.length > 0 ? within.filter((_, at) => at % 6 === 0) : [bytes.length >> 1];
    await ctx.taken({ body, headers, cuts }, 'a body that arrives in pieces, cut within letters');
  }),
  examCheck('genuine.other-forms').by(async (ctx) => {
    await ctx.taking();
    await ctx.taken({ ...ctx.genuine(carrying), isChunked: true }, 'a delivery in chunks');
  }),
  examCheck('genuine.header-case').by(async (ctx) => {
    await ctx.taking();
    for (const change of [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()]) {
      const { body, headers } = ctx.genuine();
      const renamed = Object.fromEntries(Object.entries(headers).map(([name, one]) => [change(name), one]));
      await ctx.taken({ body, headers: renamed }, `a delivery with ${change('Header-Names')}`);
    }
  }),
  examCheck('genuine.content-type').by(async (ctx) => {
    await ctx.taking();
    const plain = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'];
    const sealed = ctx.parts.sealing.key === undefined ? [] : ['text/plain', 'application/octet-stream'];
    for (const type of [...plain, ...sealed]) {
      const { body, headers } = ctx.genuine(carrying);
      await ctx.taken({ body, headers: { ...headers, 'Content-Type': type } }, `a delivery marked ${type}`);
    }
  }),
  examCheck('genuine.repeat').by(async (ctx) => {
    await ctx.taking();
    const first = ctx.genuine();
    await ctx.taken(first, 'a delivery');
    await ctx.taken(first, 'the very same delivery once more');
    await ctx.taken(ctx.seal(first.plain), 'the same delivery, sealed anew');
  }),
  examCheck('genuine.together').by(async (ctx) => {
    await ctx.taking();
    const wishOf = (_: unknown, at: number) => ({ kind: eventWords[at % 3], payload: at % 2 === 0 });
    await ctx.takenAtOnce(Array.from({ length: 12 }, wishOf), 'each of twelve deliveries at once');
  }),
  examCheck('genuine.out-of-order').by(async (ctx) => {
    const now = ctx.parts.now();
    for (const ago of [0, 2, 1])
      await take(ctx, `an event of ${ago} minutes ago`, { at: now - ago * minuteMs }, {});
  }),
];
