import { readFileSync } from 'node:fs';
import { parsePence, penceToGroupedText } from '../../generators/money.ts';
import { isObject } from '../../spec/json.ts';

type Table = Readonly<
  Record<
    'texts' | 'oddTexts' | 'lines' | 'money' | 'times' | 'instants' | 'oddInstants' | 'births' | 'days',
    string[]
  >
>;
type Templates = Readonly<
  Record<'user' | 'configuration' | 'term' | 'payslip' | 'statement' | 'income', unknown>
>;

const { templates, ...table }: Table & { templates: Templates; lengths: number[] } = JSON.parse(
  readFileSync(new URL('./table.json', import.meta.url), 'utf8'),
);

/**
 * The table of values: for each type those that differ in kind from what is drawn. Checks, exams, the watch and the proof
 * take them from here, and go through all of them. A server may refuse the odd ones, and keeps those that it takes.
 */
export const specials = {
  ...table,
  oddTexts: [`${'A long text goes on and on. '.repeat(200).slice(0, 4996)}end.`, ...table.oddTexts],
};

const anyText = [...specials.texts, ...specials.oddTexts];

/** What the words of a template stand for. */
const kinds: Readonly<Record<string, readonly unknown[]>> = {
  text: specials.texts,
  anyText,
  legal: [...specials.lines, ...anyText],
  // Starts with the suite's prefix, so that users that a killed run leaves behind can be recognised.
  identifier: specials.texts.map((text) => `payrig-check-${text}`),
  money: specials.money,
  balance: specials.money.map((amount) => penceToGroupedText(parsePence(amount) ?? 0)),
  instant: specials.instants,
  leaving: [null, ...specials.instants],
  future: specials.instants.map((instant) => `2040${instant.slice(4)}`),
  birth: specials.births,
  day: specials.days,
  share: [1, 0, 0.5, 0.01],
  flag: [true, false],
  frequency: ['WEEKLY', 'MONTHLY'],
  category: ['one_time', 'recurring'],
};

/** More than the usual pages hold: of transactions a month may have more than a hundred. */
const longest = (first: object): number => (Object.hasOwn(first, 'date') ? 151 : 51);

/** A list of objects as the longest of all, whose further items have names of their own. */
const lengthened = (items: readonly unknown[]): readonly unknown[] =>
  Array.from({ length: isObject(items[0]) ? longest(items[0]) : items.length }, (_, n) => {
    const item = items[n % items.length];
    if (n < items.length || !isObject(item)) return item;
    return { ...item, [Object.hasOwn(item, 'description') ? 'description' : 'employer_name']: `Item ${n}` };
  });

/** A resource with a special value in every place; the next row has the next value in each, and the last row long lists. */
function special(template: unknown, row: number): unknown {
  let at = row;
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return (row === anyText.length ? lengthened(value) : value).map(filled);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
    const values = typeof value === 'string' && value.startsWith('$') ? kinds[value.slice(1)] : undefined;
    return values ? values[at++ % values.length] : value;
  };
  return filled(template);
}

/** As many resources as it takes for every special value to come in every place, and one with long lists. */
export const specialRows = <T>(template: keyof Templates): T[] =>
  Array.from({ length: anyText.length + 1 }, (_, row) => special(templates[template], row) as T);
