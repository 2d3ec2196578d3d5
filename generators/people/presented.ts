import { type Day, monthFrom } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Case, Kind } from './discrepancy.ts';
import { kinds } from './discrepancy-kinds.ts';

/** Something that a person does with their documents, or that is odd about them and lawful. */
export type Discrepancy = {
  kind: string;
  /** How many months before the one in which the world begins. */
  month: number;
  by: Pence;
};

export const kindOf = ({ kind }: Pick<Discrepancy, 'kind'>): Kind => kinds[kind] ?? { about: kind };

/** A discrepancy with what is usual for its kind where nothing is said. */
export function discrepancyOf(kind: string, month?: number, by?: Pence): Discrepancy {
  const usual = kindOf({ kind });
  return { kind, month: month ?? usual.month ?? 2, by: by ?? usual.by ?? 400_00 };
}

type Holder = { discrepancies: readonly Discrepancy[]; begins: Day };
type Sources = Omit<Case, 'month' | 'by' | 'begins'>;
const none: Sources = { afterwards: () => [], othersJobs: () => [], othersPayslips: () => [] };

/** What a person's discrepancies make of the truth, one after the other. */
export function presented<T>(
  source: 'jobs' | 'payslips' | 'statement' | 'income',
  truth: T,
  { discrepancies, begins }: Holder,
  sources: Partial<Sources> = {},
): T {
  return discrepancies.reduce((shown, one) => {
    const change = kindOf(one)[source] as ((truth: T, given: Case) => T) | undefined;
    if (!change || shown === undefined) return shown;
    const month = monthFrom(begins, -one.month);
    return change(shown, { ...none, ...sources, month, by: one.by, begins });
  }, truth);
}
