import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { specimenStatement } from '../../steps/specimen-statement.ts';
import { after, around, type Defect, onAnswer, onBody, withPort } from '../mutants/mutant.ts';
import { overrideReads } from '../mutants/override-reads.ts';

type LawfulReading = {
  readonly name: string;
  /** The clauses that come near it. */
  readonly clauses: readonly (ClauseId | `${string}.*`)[];
  /** The implied clauses among them that read the sentence otherwise, and warn. */
  readonly warns?: readonly ClauseId[];
  readonly make: () => readonly Defect[];
};

const onHealth = (change: (body: Record<string, unknown>) => void): Defect =>
  onAnswer(/^\/_sandbox\/health/, (answer) => {
    if (isObject(answer.body)) change(answer.body);
    return answer;
  });

/** Effects of a moved clock name users whose check fell due, and say why it was not made. */
function tellsOfChecksNotMade(): Defect[] {
  const once = new Set<string>();
  return [
    after('acceptTerm', async (context, answer) => {
      if (answer.body?.authorisation_category === 'one_time') once.add(context.path.user_id);
    }),
    around('moveClock', async (context, handler) => {
      const answer = await handler(context);
      const left = [...once].map((user_id) => ({
        at: answer.body?.now ?? '',
        kind: 'recurring-check',
        user_id,
        outcome: 'no recurring authorisation',
      }));
      return {
        ...answer,
        body: { ...answer.body, effects: [...(answer.body?.effects ?? []), ...left] } as never,
      };
    }),
  ];
}

const inGroups = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
const withSeparators = (amount: string): string =>
  amount.replace(/\B(?=(\d{3}){1,6}(?!\d))(?<!\.\d{0,9})/g, ',');

/** An empty list of post codes contradicts no payslip; where the user has never given any, they are still missing. */
const withoutPostCodes = (record: UserRecord): UserRecord =>
  withParts(record, { user: { ...record.user, ...(record.user.post_codes && { post_codes: [] }) } });

/** Servers that keep every sentence of the document and differ from ours where it can be read in several ways. */
export const lawfulReadings: readonly LawfulReading[] = [
  {
    name: 'names its profile in the health answer',
    clauses: ['users.patch.sets'],
    make: () => [onHealth((body) => void Object.assign(body, { profile: 'default' }))],
  },
  {
    name: 'declares no profile in the health answer',
    clauses: ['users.patch.sets'],
    make: () => [onHealth((body) => void delete body['profile'])],
  },
  {
    name: 'shows payroll under a post code that the user does not have',
    clauses: ['direct-connections.*'],
    make: () => [
      around('createDirectConnection', (context, handler) =>
        handler(overrideReads(context, { user: withoutPostCodes })),
      ),
    ],
  },
  {
    name: 'extracts a statement from every PDF',
    clauses: ['events.bank-statement.*'],
    make: () => [
      withPort('statementReader', (reader) => ({
        read: async (bytes, owner) =>
          reader.read(bytes.length < 100 ? await specimenStatement() : bytes, owner),
        close: () => reader.close(),
      })),
    ],
  },
  {
    name: 'has no endpoint that lists both schemes',
    clauses: ['auth.member-token.*'],
    make: () => [{ profile: { points: { 'auth.member-token.operations': [] } } }],
  },
  {
    name: 'shows the income that it holds once access is switched off',
    clauses: ['settings.income.*', 'income.*'],
    make: () => [{ profile: { points: { 'income.disabled': 'shown' } } }],
  },
  {
    name: 'spells account details and amounts as the statement shows them',
    clauses: ['documents.upload.*'],
    make: () => [
      onBody('listBankStatements', ({ bank_statement_submissions: listed }) => {
        for (const { account_information: account, transactions } of listed) {
          if (account?.iban) account.iban = inGroups(account.iban);
          if (account?.sort_code) account.sort_code = account.sort_code.replaceAll('-', ' ');
          for (const one of transactions ?? []) if (one.amount) one.amount = withSeparators(one.amount);
        }
      }),
    ],
  },
  {
    name: 'tells of the recurring checks that fell due and were not made',
    clauses: ['settings.recurring-checks.*'],
    make: tellsOfChecksNotMade,
  },
];
