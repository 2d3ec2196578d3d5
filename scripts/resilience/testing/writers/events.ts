import type { SuccessBody } from '../../../../spec/operations.ts';
import { dossier, newUser, type Register, type Step, step, Writer } from './writer.ts';

/** Events of one user as marks, in the order in which they happened. */
export type EventRegister = Register<string[]> & {
  userId(): string;
  /** The mark of an entry, for deliveries that name its id alone. */
  markOf(entryId: string): string | undefined;
};

/** The kinds of event in the order in which they take turns; payroll comes round twice. */
const kinds = ['payroll', 'statement', 'payroll', 'income'] as const;
export type EventMark = (typeof kinds)[number];

export const kindOf = (mark: string): EventMark => kinds[numberOf(mark) % kinds.length]!;
export const numberOf = (mark: string): number => Number(mark.slice(mark.lastIndexOf('-') + 1));

/** A user to whom events happen, and the writer that makes them. */
export type Happening = { register: EventRegister; writer: Writer<string[]> };

export function happening(name: string): Happening {
  const register = events(name);
  return { register, writer: new Writer(register) };
}

export const happened = (all: readonly Happening[]): Map<string, readonly string[]> =>
  new Map(all.map(({ register, writer }) => [register.userId(), writer.state]));

export const countOf = (all: readonly Happening[]): number =>
  all.reduce((sum, { writer }) => sum + writer.state.length, 0);

function events(name: string): EventRegister {
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
      return eventStep(userId, mark, (entryId) => {
        if (entryId !== undefined) marks.set(entryId, mark);
        return [...before, mark];
      });
    },
    async read(call) {
      const found = await dossier(call, userId);
      for (const one of found.payroll_submissions) marks.set(one.entry_id ?? '', roleOf(one));
      const all = [
        ...found.payroll_submissions.map(roleOf),
        ...found.bank_statement_submissions.map((one) => one.document_filename ?? ''),
        ...found.income_submissions.map((one) => one.income_id ?? ''),
      ];
      return all.sort((a, b) => numberOf(a) - numberOf(b));
    },
  };
}

export const roleOf = (
  submission: SuccessBody<'inspectUser'>['payroll_submissions'][number] | undefined,
): string => submission?.employment_information?.role ?? '';

function eventStep<State>(user_id: string, mark: string, after: (entryId?: string) => State): Step<State> {
  const path = { user_id };
  switch (kindOf(mark)) {
    case 'payroll': {
      const body = { payroll_submissions: [{ employment_information: { role: mark } }] };
      return step('createEntry', [{ path, body }], (answer) => after(answer?.entry_id));
    }
    case 'statement': {
      const body = { document_filename: mark, transactions: [] };
      return step('createBankStatement', [{ path, body }], () => after());
    }
    case 'income':
      return step('createIncomeSubmission', [{ path, body: { income_id: mark } }], () => after());
  }
}
