import { readYaml } from '../terminal/read-yaml.ts';

export type Unit = 'times' | 'µs' | 'ms' | 's' | 'a second' | 'bytes' | '% of a core';

export type Goal = { atLeast: number } | { below: number };

/** One number of the benchmark: the median of its rounds, and the lowest and highest of them. */
export type Figure = Record<'id' | 'title', string> &
  Record<'value' | 'low' | 'high', number> & { unit: Unit; goal?: Goal | undefined };

export type Section = { id: string; title: string; about: string; figures: readonly Figure[] };

export type Measure = (effort: Effort) => Promise<Section>;

export type Samples = readonly number[];

export function median(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function figureOf(id: string, title: string, unit: Unit, samples: Samples, goal?: Goal): Figure {
  if (samples.length === 0) throw new Error(`Nothing was measured for ${id}`);
  const [low, high] = [Math.min(...samples), Math.max(...samples)];
  return { id, title, value: median(samples), low, high, unit, goal };
}

type Words = Readonly<Record<string, string | number>>;
type Listed = { title: string; unit: Unit; goal?: Goal };

type ListedSection = { title: string; about: string; figures?: Record<string, Listed> };

const listed: Readonly<Record<string, ListedSection>> = readYaml(import.meta.url, './sections.yaml');

const filled = (text: string, words: Words): string =>
  text.replace(/\{(\w+)\}/g, (_, word: string) => words[word]!.toLocaleString('en-GB'));

export const figuresIn = (id: string, samples: Readonly<Record<string, Samples>>, words: Words = {}) =>
  Object.entries(samples).map(([name, measured]) => {
    const { title, unit, goal } = listed[id]!.figures![name]!;
    return figureOf(`${id}.${name}`, filled(title, words), unit, measured, goal);
  });

export function sectionOf(id: string, figures: readonly Figure[], words: Words = {}): Section {
  const { title, about } = listed[id]!;
  return { id, title, about: filled(about, words), figures };
}

/** How many times one is the other, round by round: what slows a whole round down slows both. */
export const ratios = (of: Samples, to: Samples): number[] => of.map((sample, round) => sample / to[round]!);

export function figuresBySize(
  id: string,
  title: string,
  things: string,
  samples: Readonly<Record<string, Samples>>,
  unit: Unit,
  goal: Goal,
): Figure[] {
  const sizes = Object.keys(samples);
  const [smallest = '', largest = ''] = [sizes[0], sizes.at(-1)];
  const many = (size: string): string => `${Number(size).toLocaleString('en-GB')} ${things}`;
  const ratio = ratios(samples[largest]!, samples[smallest]!);
  return [
    figureOf(id, `${title} with ${many(largest)}, to ${many(smallest)}`, 'times', ratio, goal),
    ...sizes.map((size) => figureOf(`${id}.${size}`, `${title} with ${many(size)}`, unit, samples[size]!)),
  ];
}

/** By how much a figure misses its goal, as a part of the goal; undefined when it reaches it or has none. */
export function shortfall({ value, goal }: Figure): number | undefined {
  if (!goal) return undefined;
  if ('atLeast' in goal) return value >= goal.atLeast ? undefined : 1 - value / goal.atLeast;
  return value < goal.below ? undefined : value / goal.below - 1;
}

export async function msOf(task: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await task();
  return performance.now() - began;
}

/** Measures contestants in turn, round by round, each round beginning with another of them. */
export async function interleave<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name, round: number) => Promise<number>,
): Promise<Record<Name, number[]>> {
  const samples = byName(names);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length]!;
      samples[name].push(await measure(name, round));
    }
  }
  return samples;
}

export const byName = <Name extends string>(names: readonly Name[]): Record<Name, number[]> =>
  Object.fromEntries(names.map((name): [string, number[]] => [name, []])) as Record<Name, number[]>;

/** A number as a person reads it: three digits that count, thousands apart. */
export function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function textsOf(figure: Figure) {
  const { value, low, high, goal, unit } = figure;
  const text = (number: number) => `${numberText(number)}${unit === 'times' ? '×' : ` ${unit}`}`;
  const spread = low === high ? '' : `${numberText(low)} to ${numberText(high)}`;
  if (!goal) return { value: text(value), spread, goal: '', verdict: '' };
  const missed = shortfall(figure);
  const wanted = 'atLeast' in goal ? `at least ${text(goal.atLeast)}` : `below ${text(goal.below)}`;
  const verdict = missed === undefined ? 'reached' : `missed by ${numberText(missed * 100)}%`;
  return { value: text(value), spread, goal: wanted, verdict };
}

/** How much a run measures; the questions are the same. efforts.yaml says what each number is. */
export type Effort = Record<
  'rounds' | 'processes' | 'seconds' | 'warmUps' | 'starts' | 'kept' | 'deliveries' | 'restSeconds',
  number
> & {
  requests: readonly [number, number];
  sizes: readonly number[];
  things: readonly [number, number];
  exchanges: readonly [number, number];
  clauses?: string;
};

export const efforts: Record<'full' | 'quick' | 'smoke', Effort> = readYaml(import.meta.url, 'efforts.yaml');
