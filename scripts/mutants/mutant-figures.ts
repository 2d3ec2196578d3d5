import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MutantOutcome } from '../../conformance/proof/mutants/run-mutant.ts';
import type { SourceRun } from '../../conformance/proof/source-mutants/run-source-mutants.ts';
import { type Classification, type Score, scoreOf } from '../../conformance/proof/source-mutants/score.ts';
import { withSection } from '../figures/with-section.ts';
import { readYaml } from '../terminal/read-yaml.ts';

/** What payrig watch catches of the same mutants, by the clause that they break and by any. */
type PassiveFigures = Readonly<Record<'mutants' | 'own' | 'any', number>> & { readonly on: string };

type Killed = Readonly<Record<'mutants' | 'killed' | 'seed', number>>;

export type MutantFigures = {
  /** `second`: those killed only when they were looked at again, alone and with the same seed. */
  readonly byHand?: Killed & { readonly second?: number };
  readonly byLaws?: Killed;
  readonly passive?: PassiveFigures;
  /** `runs`: inputs for each property; as many as a run of the suite has when left out. */
  readonly bySource?: Score &
    Readonly<Record<'asked' | 'drawn' | 'total' | 'seed' | 'earlier', number>> & { readonly runs?: number };
  /** Of the server in Python: what the suite says of it as it is, and of its mutants, with the 95% interval. */
  readonly byPython?: Score &
    Readonly<Record<'judged' | 'failures' | 'warnings' | 'drawn' | 'total' | 'seed' | 'inputs', number>> & {
      readonly interval: readonly [number, number];
    };
};

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const files = {
  figures: at('docs/figures/mutants.json'),
  page: at('docs/figures/mutants.md'),
  readme: at('README.md'),
};
const byMutants = 'written by npm run mutants -- --publish';
const markers = [`<!-- mutants: begin (${byMutants}) -->`, '<!-- mutants: end -->'] as const;

export const tally = (outcomes: readonly MutantOutcome[]) => ({
  mutants: outcomes.length,
  killed: outcomes.filter(({ killed }) => killed).length,
});

export function figuresBySource(run: SourceRun, known: Classification, runs?: number): MutantFigures {
  const { outcomes, asked, total, seed, earlier } = run;
  const figures = { ...scoreOf(outcomes, known), asked, drawn: outcomes.length, total, seed, earlier };
  return { bySource: { ...figures, ...(runs !== undefined && { runs }) } };
}

const percent = (share: number | undefined): string =>
  share === undefined ? 'none' : `${(100 * share).toFixed(1)}%`;

const texts: Readonly<Record<string, string>> = readYaml(import.meta.url, './mutants-page.yaml');

/** A text of mutants-page.yaml with its figures: `{killed}`, or `{survivors.stated}` for one of several. */
function filled(text: string, figures: object = {}): string {
  const valueAt = (from: unknown, name: string): unknown => new Map(Object.entries(Object(from))).get(name);
  return texts[text]!.replace(/\{([\w.-]+)\}/g, (_, path: string) =>
    String(path.split('.').reduce(valueAt, figures)),
  );
}

const withShares = <Figures extends Score & { total: number }>(figures: Figures) => ({
  ...figures,
  edits: figures.total.toLocaleString('en'),
  share: percent(figures.caught),
  killedByStated: figures.killed - figures.killedByImplied,
});

export function readmeText({ byHand, bySource }: MutantFigures): string {
  const hand = byHand && filled('readmeHand', byHand);
  const source = bySource && filled('readmeSource', withShares(bySource));
  return [hand, source].filter((text) => text !== undefined).join(' ');
}

export const passiveText = (figures: PassiveFigures): string => filled('passive', figures);

export function figuresPage({ byHand, byLaws, passive, bySource, byPython }: MutantFigures): string {
  const parts = [filled('head')];
  if (byHand) parts.push(filled('hand', { ...byHand, again: byHand.second ? filled('again', byHand) : '' }));
  if (byLaws) parts.push(filled('laws', byLaws));
  if (passive) parts.push(`${passiveText(passive)}\n`);
  if (bySource) {
    const { asked, drawn, earlier, runs } = bySource;
    const usual = 'as many inputs for each property as a run of the suite has';
    const inputs = runs === undefined ? usual : `${runs} inputs for each property`;
    const unjudged = asked > drawn ? filled('unjudged', { left: asked - drawn }) : '';
    const judgedEarlier = earlier > 0 ? filled('judgedEarlier', { earlier }) : '';
    parts.push(filled('source', { ...withShares(bySource), inputs, unjudged, judgedEarlier }));
  }
  if (byPython) {
    const [from, to] = byPython.interval.map(percent);
    parts.push(filled('python', { ...withShares(byPython), from, to }));
  } else parts.push(filled('noPython'));
  return `${parts.join('\n')}\n`;
}

export const withReadmeText = (readme: string, figures: MutantFigures): string =>
  withSection(readme, readmeText(figures), markers);

export const publishedFigures = (): MutantFigures =>
  existsSync(files.figures) ? (JSON.parse(readFileSync(files.figures, 'utf8')) as MutantFigures) : {};

export function publish(figures: MutantFigures): void {
  const all = { ...publishedFigures(), ...figures };
  writeFileSync(files.figures, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(files.page, figuresPage(all));
  writeFileSync(files.readme, withReadmeText(readFileSync(files.readme, 'utf8'), all));
}
