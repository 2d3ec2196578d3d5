import { execFileSync } from 'node:child_process';
import { givenAddress } from '../../../spec/given-address.ts';
import { PactProblem } from '../library/pact-library.ts';

export type AppVersion = { number: string; branch?: string; tags?: readonly string[]; buildUrl?: string };

/** Where build servers say which branch they build, since they check out a commit and no branch. */
const branchVariables = [
  'GITHUB_HEAD_REF',
  'GITHUB_REF_NAME',
  'CI_COMMIT_REF_NAME',
  'BUILDKITE_BRANCH',
  'CIRCLE_BRANCH',
  'BITBUCKET_BRANCH',
  'BUILD_SOURCEBRANCHNAME',
  'GIT_BRANCH',
] as const;

/** The version to publish. The command line can find it out too, but tags with the commit in place of the branch. */
export function appVersion(
  given: Partial<AppVersion> & { tagWithBranch?: boolean },
  cwd: string = process.cwd(),
  env: NodeJS.ProcessEnv = process.env,
): AppVersion {
  const number = given.number ?? git(['rev-parse', 'HEAD'], cwd);
  if (number === undefined)
    throw new PactProblem(`${cwd} is not a git checkout with a commit; give --app-version.`);
  const branch = given.branch ?? branchOf(cwd, env);
  if (branch === undefined)
    throw new PactProblem(
      'The checkout is on no branch; give --branch (or --no-branch to publish without one).',
    );
  const tags = [...(given.tags ?? []), ...(given.tagWithBranch && branch !== '' ? [branch] : [])];
  const comma = tags.find((tag) => tag.includes(','));
  if (comma !== undefined)
    throw new PactProblem(`The tag [${comma}] has a comma, which the command line splits at.`);
  return {
    number,
    branch: branch === '' ? undefined : branch,
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    // It becomes an argument of the pact program, which every user of the machine can see.
    buildUrl: given.buildUrl === undefined ? undefined : givenAddress(given.buildUrl).url,
  };
}

function branchOf(cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  const named = branchVariables.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  return git(['symbolic-ref', '--quiet', '--short', 'HEAD'], cwd) ?? named;
}

function git(args: readonly string[], cwd: string): string | undefined {
  try {
    const out = execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return out.trim() === '' ? undefined : out.trim();
  } catch {
    return undefined;
  }
}
