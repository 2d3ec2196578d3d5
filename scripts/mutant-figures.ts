import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MutantOutcome } from '../conformance/mutants/run-mutant.ts';
import { withSection } from './bench/readme-section.ts';
import type { Classification } from './source-mutants/classification.ts';
import type { SourceRun } from './source-mutants/run-source-mutants.ts';
import { type Score, scoreOf } from './source-mutants/score.ts';

/** The two scores as they are published; each run writes its own. */
export type MutantFigures = {
  readonly byHand?: { readonly mutants: number; readonly killed: number; readonly seed: number };
  readonly bySource?: Score & {
    readonly drawn: number;
    readonly total: number;
    readonly seed: number;
    readonly earlier: number;
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

export const figuresByHand = (outcomes: readonly MutantOutcome[], seed: number): MutantFigures => ({
  byHand: { mutants: outcomes.length, killed: outcomes.filter(({ killed }) => killed).length, seed },
});

export const figuresBySource = (run: SourceRun, known: Classification): MutantFigures => ({
  bySource: {
    ...scoreOf(run.outcomes, known),
    drawn: run.outcomes.length,
    total: run.total,
    seed: run.seed,
    earlier: run.earlier,
  },
});

const percent = (share: number | undefined): string =>
  share === undefined ? 'none' : `${(100 * share).toFixed(1)}%`;

/** One paragraph for the README. */
export function readmeText({ byHand, bySource }: MutantFigures): string {
  const hand =
    byHand &&
    `Of ${byHand.mutants} mutants made by hand ${byHand.killed} are caught by the clause that they break.`;
  const source =
    bySource &&
    `Of ${bySource.drawn} drawn by a machine from the ${bySource.total.toLocaleString('en')} that it makes in the simulator's source, ${percent(bySource.caught)} of those that break a stated sentence are caught, those that no check reaches left out ([how they are counted](docs/figures/mutants.md)).`;
  return [hand, source].filter((text) => text !== undefined).join(' ');
}

/** The page of the two scores. */
export function figuresPage({ byHand, bySource }: MutantFigures): string {
  return `${[
    '# Mutants: the two scores',
    '',
    'Written by `npm run mutants -- --publish` and `npm run mutants -- --source 300 --seed 14 --publish`; how both work is in',
    '[conformance/README.md](https://github.com/payrig/payrig/blob/main/conformance/README.md).',
    '',
    ...(byHand ? handLines(byHand) : []),
    ...(bySource ? sourceLines(bySource) : []),
  ].join('\n')}\n`;
}

const handLines = ({ mutants, killed, seed }: NonNullable<MutantFigures['byHand']>): string[] => [
  '## Made by hand',
  '',
  'A sandbox broken in one clause, judged by the checks of that clause alone.',
  '',
  `${killed} of ${mutants} are killed (seed ${seed}).`,
  '',
];

function sourceLines(figures: NonNullable<MutantFigures['bySource']>): string[] {
  const { drawn, total, seed, earlier, survivors, caught } = figures;
  const rows: readonly (readonly [string, number])[] = [
    ['killed by a stated clause', figures.killed - figures.killedByImplied],
    ['killed by an implied clause alone', figures.killedByImplied],
    ['the sandbox does not start, or stops, with it', figures.broken],
    ['reached by no check, and not looked at one by one', figures.unreachable - figures.unreachableStated],
    ['reached by no check, and known to break a stated sentence', figures.unreachableStated],
    ['survived: no caller can tell it from the original', survivors.equivalent],
    ['survived: it changes what the document leaves open', survivors['open-point']],
    ['survived: it changes what the sandbox alone has', survivors['sandbox-only']],
    ['survived: it breaks a stated sentence', survivors.stated],
    ['survived: not classified, and counted as if it did', survivors.unclassified],
    ['of those, it only took too long to tell', figures['timed-out']],
  ];
  return [
    '## Made by a machine',
    '',
    `${drawn} of the ${total.toLocaleString('en')} edits that a machine makes in \`simulator/\` (without its tests, pages and the arrangement API, which are the sandbox's own), drawn with the seed ${seed} and judged by the whole suite over HTTP.`,
    '',
    '| what became of it | mutants |',
    '|---|---|',
    ...rows.map(([what, count]) => `| ${what} | ${count} |`),
    '',
    `Of those that break a stated sentence **${percent(caught)}** are caught. Those that no check reaches are not in this share, though some of them may break one too. What each survivor is, and why, stands in \`scripts/source-mutants/classified.yaml\`; what stands there already counts as a survivor without being judged again.`,
    ...(earlier > 0
      ? ['', `${earlier} of them were judged before the latest changes of source or suite.`]
      : []),
    '',
  ];
}

/** The README with the paragraph in its place. */
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
