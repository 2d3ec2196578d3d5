import { forgeries } from '../../spec/forgeries.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { eventKinds } from '../../spec/webhooks/events.ts';
import { textTable } from '../terminal/text-table.ts';

const flags = { secret: '--secret', key: '--encryption-key' } as const;

export function triggers() {
  const statements = new Map(loadReceiverClauses().map(({ id, statement }) => [id, statement]));
  return {
    events: Object.entries(eventKinds()).map(([event, kind]) => ({ event, kind })),
    forgeries: forgeries.map(({ name, clause, needs }) => ({
      name,
      needs: needs.map((need) => flags[need]),
      clause,
      statement: statements.get(clause) ?? '',
    })),
  };
}

export function triggerList(): string {
  const { events, forgeries: ways } = triggers();
  const happenings = events.map(({ event, kind }) => [event, kind]);
  const forged = ways.map(({ name, needs, statement }) => [name, needs.join(' '), statement]);
  return `Events\n${textTable(['event', 'kind'], happenings)}\nForgeries (--forged)\n${textTable(['name', 'needs', 'what a right receiver does'], forged)}`;
}
