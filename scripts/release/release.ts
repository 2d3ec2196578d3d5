// `npm run release -- 1.2.3`: writes the version, commits and tags it, if all that it claims is true.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOptions } from '../generated/command-line.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { runTool } from '../terminal/run-tool.ts';
import { type ReleaseState, releasedChangelog, releaseProblems, tagProblems } from './release-problems.ts';

const root = process.cwd();
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

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

/** The first `version` of package.json is its own, and so are the first two of the lock file. */
function writeVersion(name: string, version: string, times: number): void {
  let left = times;
  const text = read(name).replace(/"version": "[^"]*"/g, (all) =>
    left-- > 0 ? `"version": "${version}"` : all,
  );
  writeFileSync(join(root, name), text);
}

const command = scriptCommand('release').parse();
const { verify, dry } = command.opts<CommandOptions['npm run release']>();
const [version] = command.args;

if (verify !== undefined) refuse(tagProblems(verify, stateOf()));
else if (version === undefined) command.error('error: name the version, such as 1.2.3');
else {
  refuse(releaseProblems(version, stateOf()));
  const { code, stdout, stderr } = await runTool('npm', ['run', '--silent', 'check'], { cwd: root });
  if (code !== 0) refuse([`npm run check fails:\n${stdout}${stderr}`]);
  if (!dry) {
    const day = new Date(Date.now()).toISOString().slice(0, 10);
    writeVersion('package.json', version, 1);
    writeVersion('package-lock.json', version, 2);
    writeFileSync(join(root, 'CHANGELOG.md'), releasedChangelog(read('CHANGELOG.md'), version, day));
    git('commit', '--quiet', '--all', '--message', `chore: release ${version}`);
    git('tag', '--annotate', `v${version}`, '--message', `Payrig ${version}`);
    console.log(`v${version} is tagged; git push --follow-tags publishes it.`);
  }
}
