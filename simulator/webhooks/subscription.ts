/** A webhook subscription as the engine needs it; what is null or left out was not set. */
export type Subscription = {
  webhook_id: string;
  url: string;
  events: readonly string[];
  signing_secret?: string | null;
  encryption_key?: string | null;
  config?: { include_payload?: boolean | null } | null;
};
