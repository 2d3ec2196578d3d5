import { type Figure, type Goal, shortfall, type Unit } from './figure.ts';

/** A number as a person reads it: three digits that count, thousands apart. */
export function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const suffix: Record<Unit, string> = {
  times: '×',
  µs: ' µs',
  ms: ' ms',
  s: ' s',
  'a second': ' a second',
  bytes: ' bytes',
};

export const valueText = ({ value, unit }: Pick<Figure, 'value' | 'unit'>): string =>
  `${numberText(value)}${suffix[unit]}`;

/** The lowest and the highest of the rounds; nothing where there was only one. */
export const spreadText = ({ low, high }: Figure): string =>
  low === high ? '' : `${numberText(low)} to ${numberText(high)}`;

export function goalText(goal: Goal | undefined, unit: Unit): string {
  if (!goal) return '';
  return 'atLeast' in goal
    ? `at least ${valueText({ value: goal.atLeast, unit })}`
    : `below ${valueText({ value: goal.below, unit })}`;
}

export function verdictText(figure: Figure): string {
  if (!figure.goal) return '';
  const missed = shortfall(figure);
  return missed === undefined ? 'reached' : `missed by ${numberText(missed * 100)}%`;
}
