/** A subscription as a list shows it. */
export type ListedWebhook = { webhook_id: string; name: string; url: string; events: readonly string[] };

/** The subscriptions in the answer to a list of webhooks, whichever shape a deployment gives it. */
export function webhooksIn(answer: unknown): ListedWebhook[] {
  if (Array.isArray(answer)) return answer as ListedWebhook[];
  const lists = Object.values((answer ?? {}) as object).filter(Array.isArray);
  return (lists[0] ?? []) as ListedWebhook[];
}
