// `npm run release -- 1.2.3`: writes the version, commits and tags it, if all that it claims is true. `--dry-run` makes
// all that would be published and publishes nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOptions } from '../generated/command-line.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { runTool } from '../terminal/run-tool.ts';
import { rehearse } from './rehearsal.ts';
import { type ReleaseState, releaseProblems, tagProblems } from './release-problems.ts';
import { writeRelease } from './write-release.ts';

const cwd = process.cwd();
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

const command = scriptCommand('release').parse();
const { verify, dryRun } = command.opts<CommandOptions['npm run release']>();
const [version] = command.args;

if (verify !== undefined) refuse(tagProblems(verify, stateOf()));
else if (version === undefined) command.error('error: name the version, such as 1.2.3');
else {
  refuse(releaseProblems(version, stateOf()));
  const { code, stdout, stderr } = await runTool('npm', ['run', '--silent', 'check'], { cwd });
  if (code !== 0) refuse([`npm run check fails:\n${stdout}${stderr}`]);
  if (dryRun) {
    console.log(await rehearse(cwd, version, join(cwd, 'node_modules/.cache', `payrig-release-${version}`)));
  } else {
    await writeRelease(cwd, version);
    git('commit', '--quiet', '--all', '--message', `chore: release ${version}`);
    git('tag', '--annotate', `v${version}`, '--message', `Payrig ${version}`);
    console.log(`v${version} is tagged; git push --follow-tags publishes it.`);
  }
}
