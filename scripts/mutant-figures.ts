import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MutantOutcome } from '../conformance/proof/mutants/run-mutant.ts';
import type { SourceRun } from '../conformance/proof/source-mutants/run-source-mutants.ts';
import { type Classification, type Score, scoreOf } from '../conformance/proof/source-mutants/score.ts';
import { withSection } from './bench/readme-section.ts';

/** What payrig watch catches of the same mutants, by the clause that they break and by any. */
export type PassiveFigures = {
  readonly mutants: number;
  readonly own: number;
  readonly any: number;
  readonly on: string;
};

/** The scores as they are published; each run writes its own. */
export type MutantFigures = {
  readonly byHand?: {
    readonly mutants: number;
    readonly killed: number;
    /** Those killed only when they were looked at again, alone and with the same seed. */
    readonly second?: number;
    readonly seed: number;
  };
  /** How many of those made by hand the general laws alone notice. */
  readonly byLaws?: { readonly mutants: number; readonly killed: number; readonly seed: number };
  readonly passive?: PassiveFigures;
  readonly bySource?: Score & {
    /** How many were drawn, and how many of them were judged, or found to be reached by nothing. */
    readonly asked: number;
    readonly drawn: number;
    readonly total: number;
    readonly seed: number;
    readonly earlier: number;
    /** Inputs for each property; as many as a run of the suite has when left out. */
    readonly runs?: number;
  };
  /** Of the server in Python: what the suite says of it as it is, and of its mutants. */
  readonly byPython?: Score & {
    readonly judged: number;
    readonly failures: number;
    readonly warnings: number;
    readonly drawn: number;
    readonly total: number;
    readonly seed: number;
    /** For each property. */
    readonly inputs: number;
    /** The 95% interval of the share that is caught. */
    readonly interval: readonly [number, number];
  };
};

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const files = {
  figures: at('docs/figures/mutants.json'),
  page: at('docs/figures/mutants.md'),
  readme: at('README.md'),
};
const markers = [
  '<!-- mutants: begin (written by npm run mutants -- --publish) -->',
  '<!-- mutants: end -->',
] as const;

export const figuresByHand = (
  outcomes: readonly MutantOutcome[],
  seed: number,
  second: number,
): MutantFigures => ({
  byHand: {
    mutants: outcomes.length,
    killed: outcomes.filter(({ killed }) => killed).length,
    ...(second > 0 && { second }),
    seed,
  },
});

export const figuresByLaws = (outcomes: readonly MutantOutcome[], seed: number): MutantFigures => ({
  byLaws: { mutants: outcomes.length, killed: outcomes.filter(({ killed }) => killed).length, seed },
});

export const figuresBySource = (
  run: SourceRun,
  known: Classification,
  runs: number | undefined,
): MutantFigures => ({
  bySource: {
    ...scoreOf(run.outcomes, known),
    asked: run.asked,
    drawn: run.outcomes.length,
    total: run.total,
    seed: run.seed,
    earlier: run.earlier,
    ...(runs !== undefined && { runs }),
  },
});

const percent = (share: number | undefined): string =>
  share === undefined ? 'none' : `${(100 * share).toFixed(1)}%`;

export function readmeText({ byHand, bySource }: MutantFigures): string {
  const hand =
    byHand &&
    `Of ${byHand.mutants} mutants made by hand ${byHand.killed} are caught by the clause that they break.`;
  const source =
    bySource &&
    `Of ${bySource.drawn} drawn by a machine from the ${bySource.total.toLocaleString('en')} that it makes in the simulator's source, ${percent(bySource.caught)} of those that break a stated sentence are caught ([how they are counted](docs/figures/mutants.md)).`;
  return [hand, source].filter((text) => text !== undefined).join(' ');
}

export const passiveText = ({ mutants, own, any, on }: PassiveFigures): string =>
  `\`payrig watch\` sees ${any} of ${mutants} mutants in the traffic of the same checks, ${own} of them by the clause that they break (${on}).`;

export const figuresPage = ({ byHand, byLaws, passive, bySource, byPython }: MutantFigures): string =>
  `${[
    '# Mutants: the scores',
    '',
    'Written by `npm run mutants -- --publish`, `npm run mutants -- --source 300 --seed 14 --publish` and',
    '`node scripts/python-server.ts 40 14 --publish`; how they work is in',
    '[conformance/README.md](https://github.com/payrig/payrig/blob/main/conformance/README.md).',
    '',
    ...(byHand ? handLines(byHand) : []),
    ...(byLaws
      ? [
          `The general laws alone (a neighbour, a refusal, a deletion, a second time, a second attempt, a count), whatever clause they report under, notice ${byLaws.killed} of ${byLaws.mutants} (\`npm run mutants -- --laws\`, seed ${byLaws.seed}).`,
          '',
        ]
      : []),
    ...(passive ? [passiveText(passive), ''] : []),
    ...(bySource ? sourceLines(bySource) : []),
    ...(byPython ? pythonLines(byPython) : ['The mutants of the server in Python have no score yet.', '']),
  ].join('\n')}\n`;

const handLines = ({ mutants, killed, second = 0, seed }: NonNullable<MutantFigures['byHand']>): string[] => [
  '## Made by hand',
  '',
  'A sandbox broken in one clause, judged by the checks of that clause alone.',
  '',
  `${killed} of ${mutants} are killed (seed ${seed}).${second > 0 ? ` ${second} of them at a second look, alone and with the same seed: on a busy machine an answer came too late, or two requests that should meet did not.` : ''}`,
  '',
];

function sourceLines(figures: NonNullable<MutantFigures['bySource']>): string[] {
  const { asked, drawn, total, seed, earlier, survivors, unreached, caught, runs } = figures;
  const caughtRows: readonly (readonly [string, number])[] = [
    ['killed by a stated clause', figures.killed - figures.killedByImplied],
    ['killed by an implied clause alone', figures.killedByImplied],
    ['the sandbox does not start, stops or hangs with it', figures.broken],
    ['survived every check that reaches it', figures.survived],
    ['it took too long to tell', figures['timed-out']],
    ['reached by no check', figures.unreachable],
  ];
  const kinds = [
    ['no caller can tell it from the original', 'equivalent'],
    ['it changes what the document leaves open', 'open-point'],
    ['it changes what the sandbox alone has', 'sandbox-only'],
    ['it is in a store on disk or in PostgreSQL, which the judged sandbox does not use', 'another-store'],
    ['it breaks a stated sentence', 'stated'],
    ['not looked at, and counted as if it did', 'unclassified'],
  ] as const;
  return [
    '## Made by a machine',
    '',
    `${drawn} of the ${total.toLocaleString('en')} edits that a machine makes in \`simulator/\` (without its tests, pages and the arrangement API, which are the sandbox's own), drawn with the seed ${seed}, each judged alone and over HTTP by every clause that reaches it, with ${runs === undefined ? 'as many inputs for each property as a run of the suite has' : `${runs} inputs for each property`}.`,
    '',
    '| what became of it | mutants |',
    '|---|---|',
    ...caughtRows.map(([what, count]) => `| ${what} | ${count} |`),
    '',
    'Those that were not caught were read one by one; what each is, and why, stands in `conformance/proof/source-mutants/classified.yaml`.',
    '',
    '| what it is | survived, or took too long | reached by no check |',
    '|---|---|---|',
    ...kinds.map(([what, kind]) => `| ${what} | ${survivors[kind]} | ${unreached[kind]} |`),
    '',
    `Of those that break a stated sentence **${percent(caught)}** are caught; those that an implied clause alone catches are not counted.`,
    ...(asked > drawn
      ? [
          '',
          `${asked - drawn} more were drawn and have no verdict: they timed out on a busy machine, or the run was ended before their turn, those that take longest to judge coming last.`,
        ]
      : []),
    ...(earlier > 0
      ? ['', `${earlier} of them were judged before the latest changes of source or suite.`]
      : []),
    '',
  ];
}

function pythonLines(figures: NonNullable<MutantFigures['byPython']>): string[] {
  const { judged, failures, warnings, drawn, total, seed, survivors, interval } = figures;
  const rows: readonly (readonly [string, number])[] = [
    ['killed by a stated clause', figures.killed - figures.killedByImplied],
    ['killed by an implied clause alone', figures.killedByImplied],
    ['the server does not start, stops or hangs with it', figures.broken],
    ['survived: no caller can tell it from the original', survivors.equivalent],
    ['survived: it changes what the document leaves open', survivors['open-point']],
    ['survived: it changes what this server alone has', survivors['sandbox-only']],
    ['survived, and breaks a stated sentence', survivors.stated],
    ['survived, and was not looked at: counted as if it did', survivors.unclassified],
  ];
  return [
    '## In a server of another hand',
    '',
    `\`conformance/proof/others/python\` is a server in Python, written from the interface document alone. As it is, the suite judges ${judged} clauses of it: ${failures} fail, ${warnings} implied ones do not hold.`,
    '',
    `${drawn} of the ${total.toLocaleString('en')} edits that a machine makes in it, drawn with the seed ${seed}, each judged by every clause that passes without it, with ${figures.inputs} inputs for each property:`,
    '',
    '| what became of it | mutants |',
    '|---|---|',
    ...rows.map(([what, count]) => `| ${what} | ${count} |`),
    '',
    `Of those that break a stated sentence **${percent(figures.caught)}** are caught (95% interval ${percent(interval[0])} to ${percent(interval[1])}). We classified the survivors ourselves; what each is, and why, stands in \`conformance/proof/others/python/classified.yaml\`.`,
    '',
  ];
}

export const withReadmeText = (readme: string, figures: MutantFigures): string =>
  withSection(readme, readmeText(figures), markers);

export const publishedFigures = (): MutantFigures =>
  existsSync(files.figures) ? (JSON.parse(readFileSync(files.figures, 'utf8')) as MutantFigures) : {};

/** Puts a score into the figures, the page about them, and the README. */
export function publish(figures: MutantFigures): void {
  const all = { ...publishedFigures(), ...figures };
  writeFileSync(files.figures, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(files.page, figuresPage(all));
  writeFileSync(files.readme, withReadmeText(readFileSync(files.readme, 'utf8'), all));
}
