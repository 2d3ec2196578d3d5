import { dayOf } from '../../generators/calendar.ts';
import { magicAnswers, magicLogins } from '../../generators/catalogue/catalogue.ts';
import { firstStatementMonth } from '../../generators/people/history.ts';
import { payrollOf } from '../../generators/people/payroll.ts';
import { nameOf } from '../../generators/people/person.ts';
import { statementOf } from '../../generators/people/statement-of.ts';
import { birthAt, MOST_USERS } from '../../generators/world/birth.ts';
import { startingUser } from '../../generators/world/starting-user.ts';
import { type World, world } from '../../generators/world/world.ts';
import { readInstant } from '../../simulator/domain/instant.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';
import { print, say } from '../terminal/print.ts';
import { textTable } from '../terminal/text-table.ts';
import { UsageError, writeOut } from '../terminal/usage-error.ts';

type WorldOptions = CommandOptions['world'];

export const command = (clock: () => number = () => Date.now()) =>
  commandOf('world', (options: WorldOptions) => run(options, options.now ?? clock()), { instant });

function instant(text: string): number {
  const found = readInstant(text);
  if (found === undefined)
    throw new UsageError(`--now takes an instant or a day, such as 2028-06-15T09:00:00Z, not ${text}.`);
  try {
    return birthAt(found);
  } catch (error) {
    throw new UsageError(`${(error as Error).message}.`);
  }
}

async function run(options: WorldOptions, now: number): Promise<void> {
  const { seed, magic, user, statement, out, json } = options;
  if (statement !== undefined && user === undefined)
    throw new UsageError('--statement needs --user, to know whose.');
  if (out !== undefined && statement === undefined)
    throw new UsageError('--out needs --statement, to know of which month.');
  if (options.init !== undefined || options.check !== undefined) return files(options, now);
  const width = process.stdout.columns || 120;
  // The largest world costs nothing: it makes a person when they are read.
  const here = world(seed, { users: MOST_USERS, born: now, scenarios: await own(options, now) });
  if (magic) return print(json, magicAsData(), () => magicAsText(width));
  if (user === undefined) return print(json, personasAsData(here), () => personasAsText(here, width));
  const index = indexOf(here, user);
  if (statement !== undefined) await draw(here, index, statement, now, out);
  else print(json, personAsData(here, index, now), () => personAsText(here, index, width));
}

async function files({ init, check = [] }: WorldOptions, now: number): Promise<void> {
  const { checkScenarios, initScenario } = await import('./scenario-files.ts');
  if (init !== undefined) process.stdout.write(await initScenario(init));
  if (check.length === 0) return;
  const { isWell, text } = await checkScenarios(check, now);
  process.stdout.write(text);
  if (!isWell) process.exitCode = 1;
}

async function own({ scenarios }: WorldOptions, now: number) {
  if (scenarios === undefined) return [];
  const { readScenarios } = await import('../../generators/world/read-scenarios.ts');
  const found = await readScenarios(scenarios, dayOf(now)).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  return found.map((scenario) => ({ scenario }));
}

function indexOf(here: World, user: string): number {
  const persona = here.personas.get(user);
  if (persona?.index === null)
    throw new UsageError(`${user} is not a user: no user has the id ${persona.userId}.`);
  const number = /^\d{1,7}$/.test(user) && Number(user) < here.userCount ? Number(user) : undefined;
  const index = persona?.index ?? number ?? here.indexOf(user);
  if (index === undefined)
    throw new UsageError(
      `There is no ${user} in this world.${didYouMean(user, [...here.personas.keys()])} payrig world --list names all.`,
    );
  return index;
}

async function draw(here: World, index: number, month: string, now: number, out?: string): Promise<void> {
  if (out === undefined) throw new UsageError('--statement needs --out, the file to write.');
  const person = here.person(index);
  const statement = statementOf(person, month, now);
  if (!statement)
    throw new UsageError(
      `There is no statement for ${month}: months are written 2026-03, from ${firstStatementMonth(here.begins)} to ${dayOf(now).slice(0, 7)}.`,
    );
  // The PDF library takes a moment to load, which the other commands need not wait for.
  const { drawStatement } = await import('../../generators/statements/draw.ts');
  const bytes = await drawStatement(statement, { createdAt: Date.parse(statement.period.end) + 86_400_000 });
  await writeOut(out, bytes);
  const { bankName, transactions } = statement;
  say(`${out}: ${nameOf(person)}, ${bankName}, ${month}, ${transactions.length} transactions`);
}

const personasAsData = (world: World): object[] =>
  [...world.personas.values()].map(({ persona, userId, index }) => {
    const { key, description, purpose, reaches = [] } = persona;
    const name = index === null ? null : nameOf(world.person(index));
    return { key, user_id: userId, name, description, purpose, reaches };
  });

function personasAsText(world: World, width: number): string {
  const rows = [...world.personas.values()].map(({ persona, userId }) => [
    `${persona.key}\n${userId}`,
    `${persona.description}\n> ${persona.purpose}`,
  ]);
  const table = textTable(['KEY AND USER ID', 'WHO > WHAT FOR'], rows, width);
  return `${table}\n${rows.length} people in the world with seed ${world.seed}. More about one: payrig world --user KEY\n`;
}

const magicAsData = (): object => ({
  user_names: magicLogins.map(({ userName, effect }) => ({ user_name: userName, effect })),
  mfa_answers: magicAnswers.map(({ answer, effect }) => ({ mfa: answer, effect })),
});

function magicAsText(width: number): string {
  const names = magicLogins.map(({ userName, effect }) => [userName, effect]);
  const answers = magicAnswers.map(({ answer, effect }) => [answer, effect]);
  return [
    textTable(['USER NAME', 'WHAT THE PROVIDER DOES'], names, width),
    textTable(['MFA ANSWER', 'WHAT THE PROVIDER DOES'], answers, width),
    'Anything after a plus is ignored, to tell parallel tests apart: mfa+run7 does what mfa does.\n',
  ].join('\n');
}

const personAsData = (world: World, index: number, now: number): object => ({
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

function personAsText(world: World, index: number, width: number): string {
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
