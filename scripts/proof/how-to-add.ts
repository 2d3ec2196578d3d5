// `npm run how-to-add [row ...]`: carries out rows of the table "How to add" in a copy of the last commit. After each edit the
// check has to name what is still missing, and at the end all of it has to pass.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readYaml } from '../terminal/read-yaml.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';

/** One edit by hand: text behind a line, or a new file without such a line; `then` is what the check says until the next. */
type Edit = { file: string; after?: string; text: string; then?: { step: string; names: string } };
/** `most`: how many files it may ask for; `tests` pass at the end. */
type Row = { most: number; tests?: string[]; edits: Edit[] };

const rows: Readonly<Record<string, Row>> = readYaml(import.meta.url, './how-to-add.yaml');
const table = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');
const wanted = process.argv.slice(2);
const copy = mkdtempSync(join(tmpdir(), 'payrig-how-to-add-'));
const run = (command: string, ...args: string[]) => runTool(command, args, { cwd: copy });

try {
  await runTool('git', ['clone', '-q', '--shared', projectRoot, copy]);
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  for (const [name, row] of Object.entries(rows)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const problems = await problemsOf(name, row);
    for (const problem of problems) console.log(`  ${problem}`);
    const files = new Set(row.edits.map(({ file }) => file)).size;
    const verdict = problems.length > 0 ? 'NOT TRUE' : 'true';
    console.log(`${name}: ${verdict}, ${files} files by hand (at most ${row.most})`);
    if (problems.length > 0 || files > row.most) process.exitCode = 1;
    await run('git', 'checkout', '-q', '.');
    await run('git', 'clean', '-fdq', '-e', 'node_modules');
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}

async function problemsOf(name: string, { edits, tests = [] }: Row): Promise<string[]> {
  const problems = tableProblems(name, edits);
  // Generating takes 10 s, and of TypeScript only what the check at the end compares is generated.
  let isStale = false;
  for (const edit of edits) {
    write(edit);
    const isLast = edit === edits.at(-1);
    isStale ||= isLast || !edit.file.endsWith('.ts');
    if (!edit.then && !isLast) continue;
    const generated = isStale && (await run('node', 'scripts/generate/generate.ts'));
    if (generated && generated.code !== 0)
      return [...problems, `After ${edit.file}: ${generated.stderr.slice(-2000)}`];
    isStale = false;
    if (!edit.then) continue;
    const { step, names } = edit.then;
    const { code, stdout, stderr } = step.endsWith('.test.ts')
      ? await run('vitest', 'run', '--retry=0', step)
      : await run('node', 'scripts/check/check.ts', step);
    const isNamed = code !== 0 && `${stdout}${stderr}`.includes(names);
    console.log(`  ${edit.file}: ${step} ${isNamed ? `names ${names}` : `exits with ${code}`}`);
    if (!isNamed)
      problems.push(`After ${edit.file} the step ${step} does not name ${names}: ${stdout.slice(-2000)}`);
  }
  const sources = edits.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
  await run('biome', 'check', '--write', ...sources);
  const endings = [['node', 'scripts/check/check.ts']];
  if (tests.length > 0) endings.push(['vitest', 'run', ...tests]);
  for (const [program = '', ...words] of endings) {
    const { code, stdout } = await run(program, ...words);
    if (code !== 0)
      problems.push(`At the end ${[program, ...words].join(' ')} fails: ${stdout.slice(-4000)}`);
  }
  return problems;
}

function write({ file, after, text }: Edit): void {
  const path = join(copy, file);
  const before = after === undefined ? '' : readFileSync(path, 'utf8');
  const at = before.indexOf(after ?? '');
  if (at < 0) throw new Error(`scripts/proof/how-to-add.yaml: ${file} has no ${after}`);
  const end = at + (after ?? '').length;
  const inserted = after === undefined ? text : `\n${text.trimEnd()}`;
  writeFileSync(path, `${before.slice(0, end)}${inserted}${before.slice(end)}`);
}

/** The files and folders that the row of the table names, against those that are edited, in their order. */
function tableProblems(name: string, edits: readonly Edit[]): string[] {
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const named = [...row.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path = '']) => path);
  const files = [...new Set(edits.map(({ file }) => file))];
  const isSame = named.length === files.length && files.every((file, at) => file.startsWith(named[at]!));
  return isSame ? [] : [`CONTRIBUTING.md names ${named.join(', ')}; edited are ${files.join(', ')}`];
}
