import { readJson } from '../../conformance/target/read-json.ts';
import { kinds, relations } from '../../generators/people/presented.ts';
import { truthOf } from '../../generators/world/truth.ts';
import { dishonestKinds, world } from '../../generators/world/world.ts';
import type { Truth } from '../../spec/types.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { settings } from '../sandbox/settings.ts';
import { commandOf } from '../terminal/command-of.ts';
import { print } from '../terminal/print.ts';
import { textTable } from '../terminal/text-table.ts';
import { messageOf, readText, UsageError } from '../terminal/usage-error.ts';

type TruthOptions = CommandOptions['truth'];

export const command = (clock: () => number = () => Date.now()) =>
  commandOf(
    'truth',
    (options: TruthOptions) => run(options, options.now ? Date.parse(options.now) : clock()),
    { ...Object.fromEntries((['users', 'dishonest', 'now'] as const).map(readSetting)), share: precision },
  );

/** Reads an option as the sandbox reads its own of that name. */
const readSetting = (key: 'users' | 'dishonest' | 'now') => {
  const read = (given: string): unknown => {
    try {
      return settings[key].read(given);
    } catch (error) {
      throw new UsageError(`--${key} ${given}: ${messageOf(error)}`);
    }
  };
  return [key, read] as const;
};

function precision(given: string): number {
  const number = Number(given);
  if (given.trim() === '' || !(number >= 0 && number <= 1))
    throw new UsageError(`--at-least takes a share from 0 to 1, such as 0.9, not ${given}.`);
  return number;
}

async function run(options: TruthOptions, now: number): Promise<void> {
  const { seed, users, dishonest, user, json } = options;
  const width = process.stdout.columns || 120;
  if (options.kinds) return print(json, kinds, () => kindsAsText(width));
  const here = world(seed, { users, dishonest, born: now });
  if (user !== undefined) {
    const index = here.personas.get(user)?.index ?? here.indexOf(user);
    if (index == null) throw new UsageError(`There is no user ${user} in this world of ${here.userCount}.`);
    const truth = truthOf(here, index, now);
    return print(json, truth, () => truthAsText(truth, width));
  }
  const odd: Truth[] = [];
  for (let index = 0; index < here.userCount; index++)
    if (here.person(index).discrepancies.length > 0) odd.push(truthOf(here, index, now));
  if (options.score === undefined) return print(json, odd, () => listAsText(odd, here.userCount, width));
  const isUser = (id: string) => here.indexOf(id) !== undefined;
  const result = score(odd, readVerdicts(await readText(options.score, 'verdicts'), isUser));
  print(json, result, () => scoreAsText(result, width));
  if (result.all.precision < options.atLeast || result.all.recall < options.atLeast) process.exitCode = 1;
}

function kindsAsText(width: number): string {
  const rows = dishonestKinds.map((kind) => {
    const { about = '', relation = '', also, neighbour = '' } = kinds[kind] ?? {};
    return [kind, about, [relation, also].filter(Boolean).join(', '), neighbour];
  });
  return textTable(['KIND', 'THE PERSON', 'BREAKS', 'LAWFUL NEIGHBOUR'], rows, width);
}

function listAsText(odd: readonly Truth[], users: number, width: number): string {
  const kindsOf = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind).join(', ');
  const rows = odd.map(({ user_id, discrepancies, lawful }) => {
    const months = [...discrepancies, ...lawful].map(({ month }) => month);
    return [user_id, kindsOf(discrepancies), kindsOf(lawful), months.join(', ')];
  });
  const dishonest = odd.filter(({ is_honest }) => !is_honest).length;
  return `${textTable(['USER', 'DISHONEST', 'LAWFUL', 'MONTH'], rows, width)}\n${users} users, ${dishonest} of them dishonest. More about one: payrig truth --user ID\n`;
}

function truthAsText({ user_id, is_honest, discrepancies, lawful }: Truth, width: number): string {
  const odd = [...discrepancies, ...lawful].map(({ kind, month, about }) => `${kind}, ${month}: ${about}.\n`);
  const values = discrepancies.flatMap(({ values }) =>
    values.map(({ source, path, shown, right }) => [source, path, text(shown), text(right)]),
  );
  const rules = discrepancies.map(
    ({ relation, also, rule }) => `Broken: ${relation}${also ? ` and ${also}` : ''}. ${rule}\n`,
  );
  return [
    `${user_id} is ${is_honest ? 'honest' : 'dishonest'}.\n`,
    ...odd,
    ...rules,
    ...(values.length > 0 ? [textTable(['SOURCE', 'WHERE', 'SHOWN', 'TRUE'], values, width)] : []),
  ].join('');
}

const text = (value: unknown): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value).slice(0, 120);

/** What a detector says of a user: a kind, a relation, or `fraud` for any. */
type Verdict = { user_id: string; kind: string };

/** The verdicts in a text: JSON, or CSV whose first line names the columns user_id and kind. */
function readVerdicts(text: string, isUser: (id: string) => boolean): Verdict[] {
  const known = new Set([...dishonestKinds, ...Object.keys(relations), 'fraud']);
  return rowsOf(text).flatMap(({ user_id, kind }, index) => {
    const word = String(kind ?? '').trim();
    if (typeof user_id !== 'string' || !isUser(user_id))
      throw new UsageError(`Verdict ${index + 1}: no user of this world has the id ${user_id}.`);
    if (['', 'honest', 'lawful', 'none'].includes(word)) return [];
    if (!known.has(word))
      throw new UsageError(
        `Verdict ${index + 1}: ${word} is neither a kind nor a relation nor fraud; payrig truth --kinds lists them.`,
      );
    return { user_id: user_id.toLowerCase(), kind: word };
  });
}

function rowsOf(text: string): { user_id?: unknown; kind?: unknown }[] {
  if (/^\s*[[{]/.test(text)) {
    const data = readJson(text);
    if (Array.isArray(data) && data.every((one) => typeof one === 'object' && one !== null)) return data;
    throw new UsageError('The verdicts are not a JSON list of objects with user_id and kind.');
  }
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = head.split(',').map((name) => name.trim());
  if (!columns.includes('user_id') || !columns.includes('kind'))
    throw new UsageError('The first line of the verdicts must name the columns user_id and kind.');
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    return { user_id: cells[columns.indexOf('user_id')], kind: cells[columns.indexOf('kind')] };
  });
}

/** Whether a verdict speaks of a kind: it names it, its relation, or anything. */
const means = ({ kind }: Verdict, meant: string): boolean =>
  ['fraud', meant, kinds[meant]?.relation, kinds[meant]?.also].includes(kind);

/** How well the discrepancies of each kind, and all of them, were found. */
function score(odd: readonly Truth[], verdicts: readonly Verdict[]) {
  const truths = new Map(odd.map((truth) => [truth.user_id, truth]));
  const kindsOf = (id: string) => truths.get(id)?.discrepancies.map(({ kind }) => kind) ?? [];
  const isRight = (verdict: Verdict) => kindsOf(verdict.user_id).some((kind) => means(verdict, kind));
  const row = (kind: string, about: readonly Verdict[], meant: readonly string[]) => {
    const there = odd.flatMap(({ user_id, discrepancies }) =>
      discrepancies.filter((one) => meant.includes(one.kind)).map((one) => ({ user_id, kind: one.kind })),
    );
    const found = there.filter((one) =>
      about.some((verdict) => verdict.user_id === one.user_id && means(verdict, one.kind)),
    ).length;
    const alarms = new Set(about.filter((verdict) => !isRight(verdict)).map(({ user_id }) => user_id)).size;
    const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
    const [precision, recall] = [share(found, found + alarms), share(found, there.length)];
    return { kind, there: there.length, found, alarms, precision, recall };
  };
  const lawful_accused: Record<string, number> = {};
  for (const user_id of new Set(verdicts.filter((one) => !isRight(one)).map((one) => one.user_id)))
    for (const { kind } of truths.get(user_id)?.lawful ?? [])
      lawful_accused[kind] = (lawful_accused[kind] ?? 0) + 1;
  return {
    kinds: dishonestKinds.map((kind) =>
      row(
        kind,
        // A verdict that names no kind is a false alarm of all of them together.
        verdicts.filter((one) => means(one, kind) && (one.kind !== 'fraud' || isRight(one))),
        [kind],
      ),
    ),
    all: row('all', verdicts, dishonestKinds),
    lawful_accused,
  };
}

function scoreAsText({ kinds, all, lawful_accused }: ReturnType<typeof score>, width: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const rows = [...kinds, all].map(({ kind, there, found, alarms, precision, recall }) => [
    kind,
    ...[there, found, alarms].map(String),
    found + alarms === 0 ? 'none accused' : percent(precision),
    there === 0 ? 'none there' : percent(recall),
  ]);
  const accused = Object.entries(lawful_accused).map(([kind, count]) => `${kind} (${count})`);
  const table = textTable(['KIND', 'THERE', 'FOUND', 'FALSE ALARMS', 'PRECISION', 'RECALL'], rows, width);
  return `${table}${accused.length > 0 ? `Lawful cases that were accused: ${accused.join(', ')}.\n` : ''}`;
}
