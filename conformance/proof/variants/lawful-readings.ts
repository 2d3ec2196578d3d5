import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { specimenStatement } from '../../steps/specimen-statement.ts';
import { after, around, type Defect, onAnswer, onBody, withPort } from '../mutants/mutant.ts';
import { handlersReading } from '../mutants/override-reads.ts';

type LawfulReading = {
  readonly name: string;
  /** The clauses that come near it. */
  readonly clauses: readonly (ClauseId | `${string}.*`)[];
  readonly make: () => readonly Defect[];
};

const onHealth = (change: (body: Record<string, unknown>) => unknown): Defect =>
  onAnswer(/^\/_sandbox\/health/, ({ body }) => {
    if (isObject(body)) change(body);
    return undefined;
  });

/** Effects of a moved clock name users whose check fell due, and say why it was not made. */
function tellsOfChecksNotMade(): Defect[] {
  const once = new Set<string>();
  return [
    after('acceptTerm', ({ path }, { body }) => {
      if (body?.authorisation_category === 'one_time') once.add(path.user_id);
    }),
    around('moveClock', async (context, handler) => {
      const answer = await handler(context);
      const { now: at = '', effects = [] } = answer.body ?? {};
      const missed = { at, kind: 'recurring-check', outcome: 'no recurring authorisation' };
      const left = [...once].map((user_id) => ({ ...missed, user_id }));
      return { ...answer, body: { ...answer.body, effects: [...effects, ...left] } as never };
    }),
  ];
}

const inGroups = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
const withSeparators = (amount: string): string =>
  amount.replace(/\B(?=(\d{3}){1,6}(?!\d))(?<!\.\d{0,9})/g, ',');

/** An empty list of post codes contradicts no payslip; where the user has never given any, they are still missing. */
const withoutPostCodes = (record: UserRecord): UserRecord =>
  withParts(record, { user: { ...record.user, ...(record.user.post_codes && { post_codes: [] }) } });

const reading = (
  name: string,
  clauses: LawfulReading['clauses'],
  make: () => Defect | readonly Defect[],
): LawfulReading => ({ name, clauses, make: () => [make()].flat() });

/** Servers that keep every sentence of the document and differ from ours where it can be read in several ways. */
export const lawfulReadings: readonly LawfulReading[] = [
  reading('names its profile in the health answer', ['users.patch.sets'], () =>
    onHealth((body) => Object.assign(body, { profile: 'default' })),
  ),
  reading('declares no profile in the health answer', ['users.patch.sets'], () =>
    onHealth((body) => delete body['profile']),
  ),
  reading('shows payroll under a post code that the user does not have', ['direct-connections.*'], () =>
    handlersReading(['createDirectConnection'], { user: withoutPostCodes }),
  ),
  reading('extracts a statement from every PDF', ['events.bank-statement.*'], () =>
    withPort('statementReader', (reader) => ({
      read: async (bytes, owner) =>
        reader.read(bytes.length < 100 ? await specimenStatement() : bytes, owner),
      close: () => reader.close(),
    })),
  ),
  reading('has no endpoint that lists both schemes', ['auth.member-token.*'], () => ({
    profile: { points: { 'auth.member-token.operations': [] } },
  })),
  reading(
    'shows the income that it holds once access is switched off',
    ['settings.income.*', 'income.*'],
    () => ({ profile: { points: { 'income.disabled': 'shown' } } }),
  ),
  reading('spells account details and amounts as the statement shows them', ['documents.upload.*'], () =>
    onBody('listBankStatements', ({ bank_statement_submissions: listed }) => {
      for (const { account_information: account, transactions } of listed) {
        if (account?.iban) account.iban = inGroups(account.iban);
        if (account?.sort_code) account.sort_code = account.sort_code.replaceAll('-', ' ');
        for (const one of transactions ?? []) if (one.amount) one.amount = withSeparators(one.amount);
      }
    }),
  ),
  reading(
    'tells of the recurring checks that fell due and were not made',
    ['settings.recurring-checks.*'],
    tellsOfChecksNotMade,
  ),
];
