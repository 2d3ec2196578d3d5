import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instrumentedTree, mutantKey, type SourceMutant } from './instrumented-tree.ts';
import { drawn } from './run-source-mutants.ts';
import type { Classification } from './score.ts';

/** The folders of the simulator whose mutants the unit tests judge, with the store in memory: a disk or a database would take minutes for each. */
const mutated =
  /^simulator\/(worker|work|store|state|retrieval)\/(?!.*(\.test\.ts$|testing\/|lowdb\/|postgres\/))/;
/** The tests that may notice. None of them asks a sandbox over HTTP. */
const judging = 'simulator/{worker,work,store,state,retrieval,tenant,webhooks}/**/*.test.ts';
const isSlow = (file: string): boolean =>
  /\/(lowdb|postgres)\/|http-transport|receivers|name-lookup/.test(file);

type UnitOutcome = {
  readonly mutant: SourceMutant;
  /** `unreachable`: no test file runs over it. */
  readonly fate: 'killed' | 'survived' | 'unreachable';
  /** How many test files run over it. */
  readonly files: number;
  /** The first test that failed. */
  readonly by?: string;
};

export type UnitRun = { readonly seed: number; readonly total: number; readonly outcomes: UnitOutcome[] };

type UnitOptions = {
  count: number;
  seed: number;
  /** Those whose key has this text alone, all of them. */
  matching?: string | undefined;
  tell: (text: string) => void;
};

/** Of those that change behaviour, so many must be killed. */
const goal = 0.9;

/** Survivors with their edits, and the score. One that was read and found equivalent does not count against the tests. */
export function unitScore(
  { seed, total, outcomes }: UnitRun,
  known: Classification,
): { text: string; isReached: boolean } {
  const alive = outcomes.filter(({ fate }) => fate !== 'killed');
  const isEquivalent = ({ mutant }: UnitOutcome) => known.get(mutantKey(mutant))?.kind === 'equivalent';
  const killed = outcomes.length - alive.length;
  const missed = alive.filter((one) => !isEquivalent(one)).length;
  const share = killed / Math.max(1, killed + missed);
  const lines = alive.map(
    (one) =>
      `${isEquivalent(one) ? 'equivalent' : one.fate} (${one.files} test files): ${mutantKey(one.mutant)}`,
  );
  const sum = `${outcomes.length} of ${total} mutants, drawn with the seed ${seed}: the unit tests killed ${killed} and missed ${missed}, ${alive.length - missed} are equivalent.`;
  const score = `Of those that change behaviour ${(100 * share).toFixed(1)}% are killed (goal ${100 * goal}%).`;
  return { text: [...lines, sum, score].join('\n'), isReached: share >= goal };
}

/** Puts mutants into the simulator by machine and has the unit tests that run over each judge it. */
export async function runUnitMutants({ count, seed, matching, tell }: UnitOptions): Promise<UnitRun> {
  const tree = await instrumentedTree((path) => mutated.test(path));
  try {
    const wanted =
      matching === undefined
        ? drawn(tree.mutants, count, seed)
        : tree.mutants.filter((one) => mutantKey(one).includes(matching));
    tell(`${tree.mutants.length} mutants; looking which test file runs over which.`);
    const reach = await testFilesByMutant(tree.folder);
    const outcomes: UnitOutcome[] = [];
    for (const mutant of wanted) {
      const files = reach.get(mutant.id) ?? [];
      const by = files.length === 0 ? undefined : await failingTest(tree.folder, mutant, files);
      const fate = files.length === 0 ? 'unreachable' : by === undefined ? 'survived' : 'killed';
      outcomes.push({ mutant, fate, files: files.length, ...(by !== undefined && { by }) });
      tell(`${outcomes.length}/${wanted.length} ${fate} ${mutant.file}:${mutant.line} ${by ?? ''}`);
    }
    return { seed, total: tree.mutants.length, outcomes };
  } finally {
    await tree.remove();
  }
}

/** Runs every test file once without a mutant, and notes which mutants each ran over. */
async function testFilesByMutant(folder: string): Promise<Map<string, string[]>> {
  const noted = join(folder, 'noted-mutants');
  mkdirSync(noted);
  const files = globSync(judging, { cwd: folder }).filter((file) => !isSlow(file));
  const { failed } = await vitest(folder, files, { PAYRIG_NOTED_MUTANTS: noted });
  if (failed !== undefined) throw new Error(`Without a mutant a test fails: ${failed}`);
  const reach = new Map<string, string[]>();
  for (const name of readdirSync(noted)) {
    const ids: string[] = JSON.parse(readFileSync(join(noted, name), 'utf8'));
    const file = decodeURIComponent(name.replace(/\.json$/, ''));
    for (const id of ids) reach.set(id, [...(reach.get(id) ?? []), file]);
  }
  return reach;
}

/** The first test that fails with a mutant: of its own folder's tests, or else of the others that run over it. */
async function failingTest(
  folder: string,
  mutant: SourceMutant,
  files: readonly string[],
): Promise<string | undefined> {
  const [, own = ''] = /^(simulator\/\w+\/)/.exec(mutant.file) ?? [];
  const near = files.filter((file) => file.includes(own));
  const far = files.filter((file) => !near.includes(file));
  for (const some of [near, far]) {
    if (some.length === 0) continue;
    const run = () => vitest(folder, some, { __STRYKER_ACTIVE_MUTANT__: mutant.id });
    const first = await run();
    // On a busy machine a test may be late without a mutant, too.
    const { failed } = first.isLate ? await run() : first;
    if (failed !== undefined) return failed;
  }
  return undefined;
}

const program = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('testing/unit.vitest.config.ts', import.meta.url));
/** Longer than all test files take on a busy machine. */
const mostMs = 600_000;

/** Runs test files up to the first that fails, and names it. A run that does not end has failed. */
function vitest(
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
): Promise<{ failed: string | undefined; isLate: boolean }> {
  const args = [
    program,
    'run',
    '--root',
    folder,
    '--config',
    config,
    '--bail',
    '1',
    '--reporter',
    'tap-flat',
  ];
  const child = spawn(process.execPath, [...args, ...files], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache'), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: mostMs,
    killSignal: 'SIGKILL',
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const [, test = 'the run did not end'] = /^not ok \d+ - (.*?)( # time.*)?$/m.exec(text) ?? [];
      resolve({ failed: code === 0 ? undefined : test, isLate: /timed out in \d+ms/.test(text) });
    });
  });
}
