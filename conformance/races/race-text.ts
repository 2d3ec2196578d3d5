import type { ServiceResponse } from '../target/exchange.ts';
import type { History, Operation } from './history.ts';

type Told = Operation<object, { readonly answer: ServiceResponse }>;

const shownOfBody = 120;

/** A history for a person: every command with the time that it took, and where every order of them breaks off. */
export function raceText(
  history: History<object, { readonly answer: ServiceResponse }>,
  order: readonly Told[],
): string {
  const names = new Map(history.map((one, at) => [one, `#${at + 1}`]));
  const name = (one: Told): string => names.get(one) ?? '';
  const most = Math.max(...history.map(({ returned }) => returned));
  const lines = history.map(
    (one) => `${name(one).padEnd(3)} client ${one.client} ${span(one, most)} ${commandText(one)}`,
  );
  const rest = history.filter((one) => !order.includes(one));
  const begun = order.length === 0 ? 'at the very beginning' : `after ${order.map(name).join(', ')}`;
  return [
    'a history that no order explains:',
    ...lines,
    `The longest order that agrees with the answers breaks off ${begun}: ${rest.map(name).join(' and ')} cannot have come next with that answer.`,
  ].join('\n');
}

/** From call to return on a line of all such moments. */
function span({ called, returned }: Told, most: number): string {
  const drawn = `${'·'.repeat(called)}[${'='.repeat(returned - called - 1)}]`;
  return drawn.padEnd(most + 1, '·');
}

function commandText({ command, outcome: { answer } }: Told): string {
  const { kind, ...more } = command as { kind?: string };
  const given = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
  const body = answer.text.length > shownOfBody ? `${answer.text.slice(0, shownOfBody)}…` : answer.text;
  return `${kind}${given} -> ${answer.status} ${body}`;
}
