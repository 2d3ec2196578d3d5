import { changeObjects } from '../../../spec/json.ts';
import { type Body, payslipsIn } from '../stage/front.ts';
import { withKeys } from '../stage/reactions.ts';
import type { Reshape } from '../stage/stage.ts';

const news = { schema_version: 7, _links: { self: null }, tags: ['new', 1, { deep: true }] };
const noUsers = { users: [], pagination: { offset: 1, limit: 100, count: 0, total_count: 0 } };
const reversed = (object: Body): Body => Object.fromEntries(Object.entries(object).reverse());

type Payslips = ReturnType<typeof payslipsIn>;
const withPayslips = (change: (payslips: Payslips) => unknown[]): Reshape => ({
  part: 'all',
  change: (body) =>
    Object.hasOwn(body, 'payroll_submissions')
      ? { ...body, payroll_submissions: change(payslipsIn(body)) }
      : body,
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
  // An id and a net pay alone.
  'bare-payslips': withPayslips((all) =>
    all.map(({ id, income_information: income }) => ({
      id,
      income_information: { earnings: { net_pay: income?.earnings?.net_pay } },
    })),
  ),
  'many-payslips': withPayslips((all) =>
    Array.from({ length: 101 }, (_, at) => {
      const one = all[at % all.length];
      return { ...one, id: `${String(at).padStart(8, '0')}${one?.id.slice(8)}` };
    }),
  ),
};
