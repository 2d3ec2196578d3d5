import { payrollOf } from '../generators/people/payroll.ts';
import { nameOf } from '../generators/people/person.ts';
import { startingUser } from '../generators/world/starting-user.ts';
import type { World } from '../generators/world/world.ts';
import { textTable } from './text-table.ts';

/** Everything about one user at the start of a world, as data: what the service holds, and what providers hold. */
export const personAsData = (world: World, index: number, now: number): object => ({
  key: world.personaAt(index)?.key ?? null,
  ...startingUser(world, index),
  held_by_providers: payrollOf(world.person(index), { until: now }),
});

function facts(world: World, index: number): [string, string][] {
  const { user, authorisations, accounts } = startingUser(world, index);
  const person = world.person(index);
  const settings = Object.entries(user).filter(([field]) =>
    /_enabled$|^recurring_|_months$|^ext_id$/.test(field),
  );
  return [
    ['user id', user.user_id],
    ['born', user.date_of_birth?.slice(0, 10) ?? 'not known'],
    ['NI number', user.ni_number ?? 'not known'],
    ['post codes', user.post_codes?.join(', ') ?? 'none known'],
    ...settings.map(([field, value]): [string, string] => [field, String(value)]),
    ...person.jobs.map(({ key, employment }): [string, string] => [
      `job ${key}`,
      `${employment.role} at ${employment.employer.name}, ${employment.frequency}, from ${employment.start}${employment.leave ? ` to ${employment.leave}` : ''}`,
    ]),
    ...authorisations.map((one): [string, string] => [
      'authorisation',
      `${one.term}, accepted ${one.accepted_at}${one.revoked_at ? `, revoked ${one.revoked_at}` : ''}`,
    ]),
    ...accounts.map((one): [string, string] => [
      'account',
      `${one.status} at ${one.payroll_provider} (${one.account_id})${one.mfa.enabled ? `, asks for ${one.mfa.kind}, answer ${one.mfa.answer}` : ''}`,
    ]),
  ];
}

/** Everything about one user at the start of a world, as a page of text. */
export function personAsText(world: World, index: number, width: number): string {
  const persona = world.personaAt(index);
  const person = world.person(index);
  const { entries, bank_statement_submissions, income_submissions } = startingUser(world, index);
  const payslips = entries.flatMap((entry) =>
    entry.payroll_submissions.map(({ income_information: income, employment_information: job }) => [
      income!.pay_date!.slice(0, 10),
      `${income!.pay_interval_start!.slice(0, 10)} to ${income!.pay_interval_end!.slice(0, 10)}`,
      income!.earnings!.gross_pay!.padStart(10),
      income!.earnings!.net_pay!.padStart(10),
      income!.tax_code!,
      job!.employer_name!,
    ]),
  );
  const years = income_submissions.map(({ income_period, employment }) => [
    income_period!.start!.slice(0, 10),
    income_period!.end!.slice(0, 10),
    employment!
      .employers!.map((one) => `${one.employer_name}: income ${one.income}, tax ${one.tax_paid}`)
      .join('\n'),
  ]);
  const months = bank_statement_submissions.map(({ statement_period }) =>
    statement_period!.start_date!.slice(0, 7),
  );
  return [
    [nameOf(person), persona?.description, persona?.purpose].filter(Boolean).join('\n'),
    textTable(['FACT', 'VALUE'], facts(world, index), width),
    `Payslips retrieved: ${payslips.length}`,
    ...(payslips.length > 0
      ? [textTable(['PAID', 'FOR', '     GROSS', '       NET', 'CODE', 'EMPLOYER'], payslips, width)]
      : []),
    `Tax authority: ${years.length} tax ${years.length === 1 ? 'year' : 'years'}`,
    ...(years.length > 0 ? [textTable(['FROM', 'TO', 'EMPLOYERS'], years, width)] : []),
    `Bank statements uploaded: ${months.join(', ') || 'none'}`,
  ]
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
}
