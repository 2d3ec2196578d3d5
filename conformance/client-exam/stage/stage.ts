import type { ClientHandle } from '../../../simulator/index.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import type { Inbox } from '../../judgement/receiver.ts';
import type { ClientReceiver } from './client-receiver.ts';
import type { Body, Front, Reaction, Seen } from './front.ts';
import type { Journey, Values } from './journeys.ts';

/** What the fixture of a journey makes otherwise than in the plain case. */
export type Start = {
  readonly users?: number;
  readonly person?: object;
  readonly fields?: object;
  /** The net pay of each payslip, the newest first. */
  readonly payslips?: readonly string[];
  readonly incomes?: readonly string[];
  readonly balance?: string;
  /** What the account waits for; it waits for nothing when left out. */
  readonly mfa?: string;
  /** How many terms the user accepted: 1 when left out. Of two, the older one has to be chosen. */
  readonly terms?: 0 | 2;
};

/** How a case differs from the plain one. */
export type Wish = {
  readonly points?: PartialProfile['points'];
  /** The sandbox's time; today when left out. */
  readonly now?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly start?: Start | undefined;
  /** Values in place of the right ones. */
  readonly values?: Readonly<Record<string, string | null | undefined>>;
  readonly arrange?: ((stage: Stage) => Promise<void>) | undefined;
  readonly react?: ((stage: Stage) => Reaction) | undefined;
  /** Changes the JSON of every successful answer, and nothing else: such cases can be joined. */
  readonly reshapes?: readonly Reshape[] | undefined;
  /** Every answer comes in chunks, or compressed where the client asks for that. */
  readonly transfer?: Front['transfer'];
  /** The case passes the event of the journey's call on to the client's receiver by itself. */
  readonly events?: PassedEvents;
};

/** A change of answers; two that change different parts of them go together. */
export type Reshape = {
  readonly part: 'fields' | 'values' | 'order' | 'names' | 'ids' | 'all';
  readonly change: (body: Body, seen: Seen) => unknown;
};

export type Event = Readonly<Record<string, unknown>>;
export type Turns = readonly Event[][];

/** Passes the event on before the answer of the call, or soon after it, as each course in turn makes it. */
export type PassedEvents = { readonly when: 'before' | 'after'; readonly courses: readonly Course[] };

/** Changes what the client's receiver is sent: turns come one after the other, the events of a turn at once. */
export type Course = (turns: Turns, stage: Stage) => Turns | Promise<Turns>;

/** One case, ready to start: a client (tenant) of its own in a sandbox behind a front, and the values for the journey. */
export type Stage = {
  readonly journey: Journey;
  readonly wish: Wish;
  readonly front: Front;
  readonly sandbox: ClientHandle;
  readonly values: Values;
  /** The user whom the journey is about, whatever id its values give. */
  readonly path: { readonly user_id: string };
  readonly usersBefore: number;
  /** Where the exam hears of events: of its own subscription, or of the one that the client makes. */
  readonly inbox: Inbox | undefined;
  /** Where the client takes webhooks, if it does and the journey causes an event. */
  readonly receiver: ClientReceiver | undefined;
  /** Another user of the same client, or of another one with a key of its own, at the same address. */
  another(whose: 'same' | 'other'): Promise<Stage>;
  close(): Promise<void>;
};

/** All that the service holds of the user; undefined once it is deleted. */
export const dossierOf = ({ sandbox, path }: Pick<Stage, 'sandbox' | 'path'>) =>
  sandbox.arrange('inspectUser', { path }).catch(() => undefined);

export const countUsers = async ({ client }: ClientHandle): Promise<number> =>
  (await client.GET('/users')).data?.pagination.total_count ?? 0;

export async function subscriptionsOf({ sandbox, values }: Stage, url = values['WEBHOOK_URL']) {
  const { data } = await sandbox.client.GET('/webhooks');
  const all = Array.isArray(data) ? data : (data?.webhooks ?? []);
  return all.filter((one) => one.url === url);
}
