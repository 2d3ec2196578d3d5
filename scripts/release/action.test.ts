import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mutants } from '../../conformance/proof/mutants/index.ts';
import { combined } from '../../conformance/proof/mutants/mutant.ts';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';

type Step = {
  name: string;
  id?: string;
  if?: string;
  uses?: string;
  shell?: string;
  run?: string;
  env?: Record<string, string>;
};
type Action = {
  inputs: Record<string, { default?: string; required?: boolean; description: string }>;
  runs: { using: string; steps: Step[] };
};

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as Action;
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const payrig = fileURLToPath(new URL('../payrig.ts', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'payrig-action-'));
  // The registry is not asked: a version that would be fetched is this one. Without a version nothing is fetched.
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\necho "$@" >> "$HOME/asked"\nshift 2\nexec '${process.execPath}' '${payrig}' "$@"\n`,
  );
  // Nor is GitHub: what would be commented is kept.
  writeFileSync(
    join(folder, 'gh'),
    '#!/bin/sh\necho "$@" > "$HOME/commented"\nfor file; do :; done\ncat "$file" >> "$HOME/commented"\n',
  );
  for (const name of ['npx', 'gh']) chmodSync(join(folder, name), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

type Ran = {
  code: number;
  log: string;
  summary: string;
  commented: string;
  asked: string;
  reports: string[];
};

/** Runs the shell steps of the action as a runner would: one after the other until one fails. */
async function runAction(given: Record<string, string>): Promise<Ran> {
  const home = mkdtempSync(join(folder, 'run-'));
  const [output, summary] = [join(home, 'output'), join(home, 'summary')];
  for (const file of [output, summary]) writeFileSync(file, '');
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, one]) => [name, given[name] ?? one.default ?? '']),
  );
  const outputs = (): Record<string, string> =>
    Object.fromEntries(
      readFileSync(output, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('=', 2)),
    );
  const filled = (text: string): string =>
    text.replace(
      /\$\{\{ (inputs|steps\.check\.outputs|github)\.([\w.-]+) \}\}/g,
      (_, from: string, name: string) =>
        (from === 'github' ? `github:${name}` : from === 'inputs' ? inputs[name] : outputs()[name]) ?? '',
    );
  const end = (code: number): Ran => ({
    code,
    log,
    summary: readFileSync(summary, 'utf8'),
    asked: existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8') : '',
    commented: existsSync(join(home, 'commented')) ? readFileSync(join(home, 'commented'), 'utf8') : '',
    reports: existsSync(join(home, inputs['report-dir']!))
      ? readdirSync(join(home, inputs['report-dir']!))
      : [],
  });
  let log = '';
  for (const { run, env = {}, if: condition } of action.runs.steps) {
    // Run on a pull request: the one condition of a shell step is that a comment is wanted.
    if (run === undefined || (condition !== undefined && inputs['comment'] !== 'true')) continue;
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const ran = await new Promise<{ code: number; log: string }>((resolve) =>
      execFile(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
        {
          cwd: home,
          env: {
            PATH: `${folder}:${process.env['PATH']}`,
            NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
            HOME: home,
            GITHUB_ACTION_PATH: projectRoot,
            GITHUB_OUTPUT: output,
            GITHUB_STEP_SUMMARY: summary,
            ...variables,
          },
        },
        (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, log: stdout + stderr }),
      ),
    );
    log += ran.log;
    if (ran.code !== 0) return end(ran.code);
  }
  return end(0);
}

async function judged(sandbox: Sandbox, more: Record<string, string> = {}): Promise<Ran> {
  try {
    return await runAction({
      url: sandbox.url,
      'api-key': sandbox.apiKey,
      only: 'users.patch.null-unsets',
      ...more,
    });
  } finally {
    await sandbox.close();
  }
}

test('every action of others is pinned by its digest: a tag can be moved', () => {
  const workflows = readdirSync(join(projectRoot, '.github/workflows'));
  for (const file of ['action.yml', ...workflows.map((name) => `.github/workflows/${name}`)]) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name ?? ''))).toEqual([]);
  }
});

test('the action passes a good sandbox, and summarises', async () => {
  const { code, log, summary, asked } = await judged(
    await createSandbox({ users: 3, sandboxKey: 'guarded' }),
    {
      'sandbox-key': 'guarded',
      'receiver-url': 'http://127.0.0.1:8080',
      'max-time': '5m',
      skip: 'races.*',
      version: '9.8.7',
    },
  );
  expect(asked).toMatch(/^--yes payrig@9\.8\.7 check .*--skip races\.\* --receiver-url \S+ --max-time 5m/);
  expect(asked).not.toMatch(/guarded|--read-only/);
  expect([code, log.includes('::error title')]).toEqual([0, false]);
  expect(summary).toMatch(/^## ✅ 1 judged clause passes/);
}, 60_000);

test('the action fails a mutant with its exit code from its own source, and annotates the clause', async () => {
  const mutant = mutants.find(({ clause }) => clause === 'users.patch.null-unsets')!;
  const { code, log, summary, asked } = await judged(
    await createSandbox({ users: 3, ...combined(mutant.defects) }),
  );
  expect([code, asked]).toEqual([1, '']);
  expect(log).toMatch(/^::error title=users\.patch\.null-unsets fail::/m);
  expect(summary).toContain('## ❌');
}, 60_000);

test('the summary of a mutant is commented on the pull request, and a baseline that knows the clause passes it', async () => {
  const mutant = mutants.find(({ clause }) => clause === 'users.patch.null-unsets')!;
  const known = join(folder, 'known.json');
  writeFileSync(known, JSON.stringify([mutant.clause]));
  const sandbox = await createSandbox({ users: 3, ...combined(mutant.defects) });
  const { code, commented, reports } = await judged(sandbox, { comment: 'true', baseline: known });
  expect([code, reports]).toEqual([0, expect.arrayContaining(['report.html', 'report.json', 'junit.xml'])]);
  expect(commented).toMatch(/^pr comment github:event\.pull_request\.html_url --edit-last --create-if-none /);
  expect(commented).toContain(mutant.clause);
}, 60_000);

test('an input is never run, and bad usage fails with 2', async () => {
  const { code, log } = await runAction({
    url: '$(touch ran)`touch ran`; touch ran',
    'api-key': 'k',
    'fail-on': 'stated',
  });
  expect(code).toBe(2);
  expect(log).toContain('is not an http or https URL');
}, 60_000);

test('no script has an expression in it, and every input is used', () => {
  const text = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8');
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  for (const name of Object.keys(action.inputs)) expect(text).toContain(`inputs.${name} `);
});
