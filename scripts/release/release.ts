// `npm run release -- 1.2.3`: writes the version, commits and tags it, if all that it claims is true.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { CommandOptions } from '../generated/command-line.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { runTool } from '../terminal/run-tool.ts';
import { type ReleaseState, releasedChangelog, releaseProblems, tagProblems } from './release-problems.ts';

const cwd = process.cwd();
/** Names the image of the newest release. */
const manifest = 'docs/shared-sandbox/kubernetes.yaml';
const read = (name: string): string => readFileSync(name, 'utf8');
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });

const stateOf = (): ReleaseState => ({
  packaged: JSON.parse(read('package.json')).version,
  locked: JSON.parse(read('package-lock.json')).version,
  changelog: read('CHANGELOG.md'),
  changes: git('status', '--porcelain').split('\n').filter(Boolean),
});

function refuse(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

async function npm(...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await runTool('npm', words, { cwd });
  if (code !== 0) refuse([`npm ${words.join(' ')} fails:\n${stdout}${stderr}`]);
}

const command = scriptCommand('release').parse();
const { verify } = command.opts<CommandOptions['npm run release']>();
const [version] = command.args;

if (verify !== undefined) refuse(tagProblems(verify, stateOf()));
else if (version === undefined) command.error('error: name the version, such as 1.2.3');
else {
  const state = stateOf();
  refuse(releaseProblems(version, state));
  await npm('run', '--silent', 'check');
  await npm('version', '--no-git-tag-version', '--allow-same-version', '--silent', version);
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', releasedChangelog(state.changelog, version, day));
  writeFileSync(manifest, read(manifest).replace(/(?<=payrig\/payrig:v)\S+/, version));
  git('commit', '--quiet', '--all', '--message', `chore: release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Payrig ${version}`);
  console.log(`v${version} is tagged; git push --follow-tags publishes it.`);
}
