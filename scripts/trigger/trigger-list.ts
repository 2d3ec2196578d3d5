import { forgeries } from '../../spec/forgeries.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { eventKinds } from '../../spec/webhooks/events.ts';
import { textTable } from '../text-table.ts';

const flags = { secret: '--secret', key: '--encryption-key' } as const;

/** The events that can be made to happen, and the ways to forge one. */
export function triggerList(): string {
  const statements = new Map(loadReceiverClauses().map(({ id, statement }) => [id, statement]));
  const events = Object.entries(eventKinds());
  const ways = forgeries.map(({ name, clause, needs }) => [
    name,
    needs.map((need) => flags[need]).join(' '),
    statements.get(clause) ?? '',
  ]);
  return `Events\n${textTable(['event', 'kind'], events)}\nForgeries (--forged)\n${textTable(['name', 'needs', 'what a right receiver does'], ways)}`;
}
