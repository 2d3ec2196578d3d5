import { type EventWord, eventKinds, eventWords } from './webhooks/events.ts';

export type EventTrigger = {
  /** What happens, as a button says it. */
  name: string;
  /** What comes of it. */
  made: string;
  /** Under the user in the arrangement API; what the body leaves out is filled with what fits the person. */
  path: string;
  operation: 'createEntry' | 'createBankStatement' | 'createIncomeSubmission';
  body: { payroll_submissions: Record<string, never>[] } | Record<string, never>;
};

const triggers: Readonly<Record<EventWord, EventTrigger>> = {
  payroll: {
    name: 'A new payslip',
    made: 'entry',
    path: 'entries',
    operation: 'createEntry',
    body: { payroll_submissions: [{}] },
  },
  'bank-statement': {
    name: 'A new bank statement',
    made: 'bank statement submission',
    path: 'bank-statements',
    operation: 'createBankStatement',
    body: {},
  },
  taxauth: {
    name: 'New tax-authority income',
    made: 'income submission',
    path: 'taxauth',
    operation: 'createIncomeSubmission',
    body: {},
  },
};

/** Each event under an authority's word, with what triggers it. */
export function eventTriggers(authority?: string): (EventTrigger & { word: EventWord; event: string })[] {
  const kinds = eventKinds(authority);
  return eventWords.map((word) => ({ ...triggers[word], word, event: kinds[word] }));
}
