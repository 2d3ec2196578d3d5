import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationId } from '../../spec/operations.ts';
import type { Json, JsonObject } from '../../spec/render.ts';
import type {
  PartialBankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
} from '../../spec/types.ts';
import type { NewUser } from '../arrange/arrangement.ts';
import { examples, type StateValue } from './examples.ts';

/** One request of the typed client and the answer that it relies on. */
export type ListedInteraction = {
  readonly operation: OperationId;
  /** Completes "a request to ...". */
  readonly to: string;
  /** Provider states; one with parameters is an object with the state's name as its key. */
  readonly given: readonly (string | Readonly<Record<string, JsonObject>>)[];
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Json;
  /** In place of `body`, one that the contract forbids. */
  readonly unlawful?: Json;
  readonly authorisation?: string;
  /** The status of a refusal; a success when left out. */
  readonly status?: 400 | 401 | 404;
  /** What is relied on in a success, and nothing else; a refusal has the error body. */
  readonly answer?: Json;
  readonly alone?: true;
  /** A fault in words, and a body of the same request that has it. */
  readonly invalid?: readonly [fault: string, body: Json];
  readonly unknown?: true;
};

type Specimens = {
  person: NewUser;
  payslip: PartialPayrollSubmission;
  bankStatement: PartialBankStatementSubmission;
  income: PartialIncomeSubmission;
  interactions: readonly ListedInteraction[];
};

/** The data of `interactions.yaml`, with the examples that it names in their places. */
export const specimens: Specimens = parse(
  readFileSync(new URL('./interactions.yaml', import.meta.url), 'utf8'),
  (_, value: unknown) =>
    typeof value === 'string' && /^<\w+>$/.test(value) ? examples[value.slice(1, -1) as StateValue] : value,
  { merge: true },
);
