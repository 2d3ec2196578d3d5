import type { Asked, ReceivedResponse } from '../connection.ts';
import { dossier, newUser, type Register } from './writer.ts';

/** What happened to a user, as its events tell it: marks in the order in which they were made. */
export type EventRegister = Register<string[]> & {
  userId(): string;
  /** The mark of an entry, for deliveries that say no more than its id. */
  markOf(entryId: string): string | undefined;
};

/** The kinds of event in the order in which they take turns; payroll comes round twice. */
const kinds = ['payroll', 'statement', 'payroll', 'income'] as const;
export type EventMark = (typeof kinds)[number];

/** The kind of event that a mark was made with. */
export const kindOf = (mark: string): EventMark => kinds[numberOf(mark) % kinds.length] as EventMark;
export const numberOf = (mark: string): number => Number(mark.slice(mark.lastIndexOf('-') + 1));

/** One user to whom things happen that subscriptions hear of. */
export function events(name: string): EventRegister {
  let userId = '';
  const marks = new Map<string, string>();
  return {
    name,
    userId: () => userId,
    markOf: (entryId) => marks.get(entryId),
    async open(call) {
      userId = await newUser(call, { surname: name });
      return [];
    },
    next(before, n) {
      const mark = `${name}-${n}`;
      return {
        ask: happening(userId, mark),
        after: (answer) => {
          if (answer?.entry_id && kindOf(mark) === 'payroll') marks.set(answer.entry_id, mark);
          return [...before, mark];
        },
      };
    },
    async read(call) {
      const held = await dossier(call, userId);
      for (const { entry_id, employment_information } of held.payroll_submissions)
        marks.set(entry_id, employment_information.role);
      return marksIn(held).sort((a, b) => numberOf(a) - numberOf(b));
    },
  };
}

function happening(userId: string, mark: string): Asked {
  const under = `/_sandbox/users/${userId}`;
  const post = (path: string, body: object): Asked => ({ method: 'POST', path: under + path, body });
  switch (kindOf(mark)) {
    case 'payroll':
      return post('/entries', { payroll_submissions: [{ employment_information: { role: mark } }] });
    case 'statement':
      return post('/bank-statements', { document_filename: mark, transactions: [] });
    case 'income':
      return post('/taxauth', { income_id: mark });
  }
}

function marksIn(held: ReceivedResponse['body']): string[] {
  return [
    ...held.payroll_submissions.map((one: ReceivedResponse['body']) => one.employment_information.role),
    ...held.bank_statement_submissions.map((one: ReceivedResponse['body']) => one.document_filename),
    ...held.income_submissions.map((one: ReceivedResponse['body']) => one.income_id),
  ];
}
