import { changeObjects } from '../../../spec/json.ts';
import { type Body, payslipsIn } from '../stage/front.ts';
import { withKeys } from '../stage/reactions.ts';
import type { Reshape } from '../stage/stage.ts';

const news = { schema_version: 7, _links: { self: null }, tags: ['new', 1, { deep: true }] };
const noUsers = { users: [], pagination: { offset: 1, limit: 100, count: 0, total_count: 0 } };
const reversed = (object: Body): Body => Object.fromEntries(Object.entries(object).reverse());

/** Twelve amounts whose sum no float has to the penny, while whole pence stay exact in one. */
export const hugeAmounts = Array.from(
  { length: 12 },
  (_, at) => `${5123456789012 + at * 1234567}.${37 + at * 5}`,
);

/** Payslips with an id and a net pay alone. */
const barePayslips = (net: (old: unknown, at: number) => unknown): Reshape => ({
  part: 'all',
  change: (body, { operation }) => {
    if (operation === 'submitMfa') return body;
    const bare = payslipsIn(body).map(({ id, income_information: income }, at) => ({
      id,
      income_information: { earnings: { net_pay: net(income?.earnings?.net_pay, at) } },
    }));
    return { ...body, payroll_submissions: bare };
  },
});

/** Changes of answers that are more than other values. */
export const reshapes: Readonly<Record<string, Reshape>> = {
  'new-fields': {
    part: 'fields',
    change: (body) => changeObjects(body, (object) => ({ ...object, ...news })),
  },
  reversed: { part: 'order', change: (body) => changeObjects(body, reversed) },
  'no-users': { part: 'all', change: () => noUsers },
  'higher-total': { part: 'all', change: withKeys(['total_count'], (total) => Number(total) + 3) },
  'huge-pay': barePayslips((_, at) => hugeAmounts[at % hugeAmounts.length]),
  'bare-payslips': barePayslips((net) => net),
};
