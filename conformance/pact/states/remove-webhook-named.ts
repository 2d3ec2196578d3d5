import type { ClientUnderTest } from '../../check.ts';

/** Removes a subscription that somebody else made, wherever in the list it stands: the list's shape is open. */
export async function removeWebhookNamed(side: ClientUnderTest, name: string): Promise<void> {
  const { body } = await side.call('listWebhooks');
  for (const webhook_id of idsOf(body, name)) await side.call('deleteWebhook', { path: { webhook_id } });
}

function idsOf(node: unknown, name: string): string[] {
  if (node === null || typeof node !== 'object') return [];
  const { webhook_id, ...rest } = node as { webhook_id?: unknown; name?: unknown };
  if (typeof webhook_id === 'string' && rest.name === name) return [webhook_id];
  return Object.values(node).flatMap((inner) => idsOf(inner, name));
}
