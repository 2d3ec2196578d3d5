import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instrumentedTree, mutantKey, type SourceMutant } from './instrumented-tree.ts';
import { drawn, type Wanted } from './run-source-mutants.ts';
import type { Classification } from './score.ts';

/** Whose mutants the unit tests judge, with the store in memory: a disk or a database would take minutes for each. */
const mutated =
  /^simulator\/(worker|work|store|state|retrieval)\/(?!.*(\.test\.ts$|testing\/|lowdb\/|postgres\/))/;
const judging =
  'simulator/{worker,work,store,state,retrieval,tenant,webhooks,arrangement,operations}/**/*.test.ts';
/** What takes long for one mutant, and the test that reads files of folders which the copy leaves out. */
const isLeftOut = (file: string): boolean =>
  /\/(lowdb|postgres)\/|http-transport|receivers|name-lookup|operations\/rules\.test/.test(file);

type UnitOutcome = {
  readonly mutant: SourceMutant;
  /** The test files that run over it, and the first test that failed. */
  readonly files: readonly string[];
  readonly killedBy: string | undefined;
};
type UnitRun = { readonly seed: number; readonly total: number; readonly outcomes: readonly UnitOutcome[] };
type UnitOptions = Wanted & { tell: (text: string) => void };

const goal = 0.9;

/** Survivors with their edits, and the score. One that was read and found equivalent does not count against the tests. */
export function unitScore({ seed, total, outcomes }: UnitRun, known: Classification) {
  const alive = outcomes.filter(({ killedBy }) => killedBy === undefined);
  const isEquivalent = ({ mutant }: UnitOutcome) => known.get(mutantKey(mutant))?.kind === 'equivalent';
  const killed = outcomes.length - alive.length;
  const missed = alive.filter((one) => !isEquivalent(one)).length;
  const share = killed / Math.max(1, killed + missed);
  const lines = alive.map((one) => {
    const fate = isEquivalent(one) ? 'equivalent' : 'MISSED';
    return `${fate}, ${one.files.length} test files run over it: ${mutantKey(one.mutant)}`;
  });
  const sum = `${outcomes.length} of ${total} mutants, drawn with the seed ${seed}: the unit tests killed ${killed} and missed ${missed}, ${alive.length - missed} are equivalent.`;
  const score = `Of those that change behaviour ${(100 * share).toFixed(1)}% are killed (goal ${100 * goal}%).`;
  return { text: [...lines, sum, score].join('\n'), isReached: share >= goal };
}

/** Puts mutants into the simulator by machine and has the unit tests that run over each judge it. */
export async function runUnitMutants({ tell, ...wish }: UnitOptions): Promise<UnitRun> {
  const tree = await instrumentedTree((path) => mutated.test(path));
  try {
    const wanted = drawn(tree.mutants, wish);
    tell(`${tree.mutants.length} mutants; looking which test file runs over which.`);
    const reach = await testFilesByMutant(tree.folder);
    const outcomes: UnitOutcome[] = [];
    for (const mutant of wanted) {
      const files = reach.get(mutant.id) ?? [];
      const killedBy = await failingTest(tree.folder, mutant, files);
      outcomes.push({ mutant, files, killedBy });
      const fate = killedBy === undefined ? 'survived' : `killed by ${killedBy}:`;
      tell(`${outcomes.length}/${wanted.length} ${fate} ${mutantKey(mutant)}`);
    }
    return { seed: wish.seed, total: tree.mutants.length, outcomes };
  } finally {
    await tree.remove();
  }
}

/** Runs every test file once without a mutant, and notes which mutants each ran over. */
async function testFilesByMutant(folder: string): Promise<Map<string, string[]>> {
  const noted = join(folder, 'noted-mutants');
  mkdirSync(noted);
  const files = globSync(judging, { cwd: folder }).filter((file) => !isLeftOut(file));
  // Without a mutant a test that is late tells nothing but that the machine is busy.
  const { failed } = await vitest(folder, files, { PAYRIG_NOTED_MUTANTS: noted }, { isPatient: true });
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
async function failingTest(folder: string, { id, file }: SourceMutant, files: readonly string[]) {
  const [own = ''] = /^simulator\/\w+\//.exec(file) ?? [];
  const [near, far] = [true, false].map((isNear) => files.filter((one) => one.includes(own) === isNear));
  for (const some of [near!, far!].filter(({ length }) => length > 0)) {
    const run = () => vitest(folder, some, { __STRYKER_ACTIVE_MUTANT__: id });
    const first = await run();
    // On a busy machine a test may be late without a mutant, too.
    const { failed } = first.isLate ? await run() : first;
    if (failed !== undefined) return failed;
  }
  return undefined;
}

const program = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('testing/unit.vitest.config.ts', import.meta.url));

/** Runs test files up to the first test that fails, and names it. A run that does not end in ten minutes has failed. */
function vitest(
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
  { isPatient = false } = {},
) {
  const args = ['run', '--root', folder, '--config', config, '--bail', '1', '--reporter', 'tap-flat'];
  if (isPatient) args.push('--testTimeout', '300000');
  const options = {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache'), NO_COLOR: '1', ...env },
    ...{ timeout: isPatient ? 3_600_000 : 600_000, killSignal: 'SIGKILL' as const, maxBuffer: 2 ** 28 },
  };
  return new Promise<{ failed: string | undefined; isLate: boolean }>((resolve) => {
    execFile(process.execPath, [program, ...args, ...files], options, (error, text) => {
      // A failure also ends the files that run beside it: the line of a test says more than that of a file.
      const failed =
        /^not ok \d+ - (.*? > .*?)( # time.*)?$/m.exec(text) ?? /^not ok \d+ - (.*)$/m.exec(text);
      const [, test = 'a run that did not end'] = failed ?? [];
      resolve({ failed: error ? test : undefined, isLate: /timed out in \d+ms/.test(text) });
    });
  });
}
