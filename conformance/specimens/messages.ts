import type { Profile } from '../../spec/profile.ts';
import type { EventKind } from '../../spec/types.ts';
import { causes, type EventCause, exampleTime } from './event-causes.ts';
import { examples } from './examples.ts';

export type Message = {
  readonly description: string;
  readonly event: EventKind;
  /** The operation that describes it in the contract and in the AsyncAPI document. */
  readonly operation: string;
  readonly cause: EventCause;
  readonly includePayload: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Under which names a deployment of this profile puts what a payload holds; null where it puts nothing. */
export const payloadKeys = ({ points }: Profile): Readonly<Record<string, string | null>> => ({
  bank_statement_submissions: points['events.bank-statement.payload-key'],
  income_submissions: points['events.income.payload-key'],
});

const operationOf = (event: EventKind): string =>
  `on${event.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Every message of the pact: each kind of event, without and with its payload. */
export const messages: readonly Message[] = (Object.keys(causes) as EventCause[]).flatMap((cause) =>
  [false, true].map((includePayload) => {
    const { event, happened, fields, payload } = causes[cause];
    const description = `a delivery ${includePayload ? 'with' : 'without'} payload: ${happened}`;
    const common = { event, user_id: examples.user_id, timestamp: exampleTime, ...fields };
    const body = includePayload ? { ...common, payload } : common;
    return { description, event, operation: operationOf(event), cause, includePayload, body };
  }),
);
