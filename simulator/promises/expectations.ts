import type { ScenarioCount, ScenarioFields } from '../../generators/scenarios/scenario.ts';

export type Outcome = { status: number; errors: readonly string[]; items: readonly unknown[] };

export function countProblem(what: string, count: number, promised: ScenarioCount | undefined) {
  if (promised === undefined) return undefined;
  const [least, most] = boundsOf(promised);
  return count >= least && count <= most ? undefined : `${count} ${what} instead of ${promised}`;
}

function boundsOf(promised: ScenarioCount): [number, number] {
  if (typeof promised === 'number') return [promised, promised];
  const [first = 0, second = first] = [...promised.matchAll(/\d+/g)].map(Number);
  if (promised.startsWith('at least')) return [first, Number.POSITIVE_INFINITY];
  return promised.startsWith('at most') ? [0, first] : [first, second];
}

type Promised = { answers?: number | 'refused'; errors?: readonly string[] };

/** What is wrong with an answer; success is promised where nothing else is. */
export function answerProblem({ status, errors }: Outcome, promised: Promised, userId: string) {
  const { answers } = promised;
  const isPromised = answers === undefined ? status < 300 : status === answers;
  const fits = answers === 'refused' ? status >= 400 && status < 500 : isPromised;
  const said = errors.length > 0 ? `: ${errors.join('; ')}` : '';
  if (!fits) return `it answers ${status} instead of ${answers ?? 'success'}${said}`;
  if (!promised.errors) return undefined;
  const patterns = promised.errors.map((text) => textPattern(text, userId));
  const isSame =
    errors.length === patterns.length &&
    patterns.every((pattern) => errors.some((error) => pattern.test(error)));
  return isSame
    ? undefined
    : `it says ${JSON.stringify(errors)} instead of ${JSON.stringify(promised.errors)}`;
}

function textPattern(text: string, userId: string): RegExp {
  const parts = text.replaceAll('<user_id>', userId).split(/<[^<>]*>/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
}

type Fielded = { each?: ScenarioFields; some?: ScenarioFields; none?: ScenarioFields };

export function fieldProblem(items: readonly unknown[], { each, some, none }: Fielded): string | undefined {
  const odd = each && items.find((item) => !hasFields(item, each));
  if (odd !== undefined) return `not each has ${JSON.stringify(each)}: one has ${shown(odd, each ?? {})}`;
  if (some && !items.some((item) => hasFields(item, some))) return `none has ${JSON.stringify(some)}`;
  const found = none && items.find((item) => hasFields(item, none));
  return found === undefined ? undefined : `one has ${JSON.stringify(none)}`;
}

const shown = (item: unknown, fields: ScenarioFields): string =>
  JSON.stringify(
    Object.fromEntries(Object.keys(fields).map((path) => [path, valuesAt(item, path.split('.'))])),
  );

const hasFields = (item: unknown, fields: ScenarioFields): boolean =>
  Object.entries(fields).every(([path, expected]) =>
    valuesAt(item, path.split('.')).some((value) => isExpected(value ?? null, expected)),
  );

/** The values at a path, in which `*` stands for any item of a list. */
function valuesAt(value: unknown, [part, ...rest]: string[]): unknown[] {
  if (part === undefined) return [value];
  if (value === null || value === undefined) return [undefined];
  if (part === '*') return (Array.isArray(value) ? value : []).flatMap((item) => valuesAt(item, rest));
  return valuesAt((value as Record<string, unknown>)[part], rest);
}

function isExpected(value: unknown, expected: ScenarioFields[string]): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  const number = typeof value === 'string' ? Number(value.replaceAll(',', '')) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return false;
  const { below = Number.POSITIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = expected;
  const { at_least = Number.NEGATIVE_INFINITY, at_most = Number.POSITIVE_INFINITY } = expected;
  return number < below && number > above && number >= at_least && number <= at_most;
}
