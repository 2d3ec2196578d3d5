import { withParts } from '../../../simulator/state/user-write.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import {
  around,
  type Defect,
  type Mutant,
  mutant,
  mutantsOf,
  onBody,
  onErrors,
  onRequest,
  onStatus,
} from './mutant.ts';
import { forgetting, overrideReads } from './override-reads.ts';

const connect = 'createDirectConnection';

/** Gives what the one before found beside what is the user's own. */
function findsForOthersToo(): Defect {
  let before: PayrollSubmission[] = [];
  return onBody(connect, (body) => {
    const own = body.payroll_submissions;
    body.payroll_submissions = [...own, ...before];
    before = own;
  });
}

export const directConnectionMutants: readonly Mutant[] = [
  ...mutantsOf('direct-connections.', {
    'answer: connects-directly-without-pagination': onBody(connect, ({ payroll_submissions }) => ({
      payroll_submissions,
    })),
    'finds-payroll: mixes-employers-up': onBody(connect, ({ payroll_submissions }) => {
      for (const { employment_information: employment } of payroll_submissions)
        if (employment) employment.employer_name = employment.role ?? null;
    }),
    'own-only: finds-the-payroll-of-others': findsForOthersToo(),
    'count: totals-less-than-it-counts': onBody(connect, ({ pagination }) => {
      pagination.total_count = 0;
    }),
  }),
  ...(
    [
      ['direct-connections.match.ni-number', 'ni_number'],
      ['direct-connections.match.birthday', 'date_of_birth'],
      ['direct-connections.match.post-codes', 'post_codes'],
    ] as const
  ).map(([clause, field]) =>
    mutant(
      `connects-whatever-the-${field.replaceAll('_', '-')}`,
      clause,
      around(connect, (context, handler) =>
        handler(overrideReads(context, { user: forgetting((name) => name === field) })),
      ),
    ),
  ),
  ...mutantsOf('direct-connections.', {
    'match.past-post-codes: knows-the-first-post-code-alone': around(connect, (context, handler) =>
      handler(
        overrideReads(context, {
          user: (record) =>
            withParts(record, {
              user: { ...record.user, post_codes: record.user.post_codes?.slice(0, 1) },
            }),
        }),
      ),
    ),
    'missing-user-named: does-not-name-the-missing-user': onErrors(connect, 'The request is incomplete'),
    'ill-typed-user: finds-the-user-in-a-list-of-one': onRequest(connect, ({ sent }) => {
      const { user_id } = sent;
      if (Array.isArray(user_id) && user_id.length === 1) sent['user_id'] = user_id[0];
    }),
    'unknown-user: finds-nothing-for-unknown-users': onStatus(connect, 404, 201, {
      pagination: { offset: 1, limit: 100, count: 0, total_count: 0 },
      payroll_submissions: [],
    }),
  }),
];
