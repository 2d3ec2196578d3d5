export type Received = {
  readonly method: string;
  readonly path: string;
  /** The query of the address, with its question mark; empty when there is none. */
  readonly search: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: Buffer;
  readonly at: number;
};

/** What an inbox answers: a status, at once or later, a redirect, a broken connection, or nothing until the sender gives up. */
export type Reply =
  | number
  | { readonly redirect: string; readonly status?: number }
  | { readonly afterMs: number; readonly status: number }
  | 'reset'
  | 'hang';

/** One address of the receiver; a subscription of its own gets an inbox of its own. */
export type Inbox = {
  /** What to subscribe: the address as the deployment reaches it. */
  readonly url: string;
  /** The same address with a host name in place of the IP address; undefined where there is none. */
  readonly named: string | undefined;
  readonly received: readonly Received[];
  /** What comes next is answered with these in turn, the last one from then on; 200 before it is set. */
  reply(...replies: Reply[]): void;
  /** Waits until a delivery is such, those that are here already included; throws Failure when none comes in time. */
  until(what: string, matches: (delivery: Received) => boolean): Promise<Received>;
  /** Waits until `count` deliveries are such; throws Failure when they do not come in time. */
  untilCount(count: number, what: string, matches: (delivery: Received) => boolean): Promise<Received[]>;
};

export type OnDelivery = (inbox: string, delivery: Received) => void;
/** Undefined while what is waited for may still come. */
export type Loss = () => Promise<string | undefined>;

export type Receiver = {
  /** A new inbox; `onDelivery` gets each delivery that it takes, `loss` says in words what was sent and will not come. */
  inbox(onDelivery?: OnDelivery, loss?: Loss): Inbox;
};
