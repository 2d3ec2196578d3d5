export type ReleaseState = {
  /** Of package.json and of the lock file. */
  packaged: string;
  locked: string;
  changelog: string;
  /** Lines of `git status --porcelain`. */
  changes: readonly string[];
};

const semver = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;
const numbers = (version: string): number[] => (semver.exec(version) ?? []).slice(1, 4).map(Number);

export function releaseProblems(version: string, state: ReleaseState): string[] {
  if (!semver.test(version)) return [`${version} is not a version such as 1.2.3.`];
  const { packaged, locked, changelog, changes } = state;
  const [first, ...released] = changelogSections(changelog);
  const problems: string[] = [];
  if (changes.length > 0) problems.push(`Uncommitted changes: ${changes.join(', ')}`);
  if (packaged !== locked) problems.push(`package.json says ${packaged}, package-lock.json ${locked}.`);
  if (first?.version !== 'Unreleased') problems.push('The changelog does not begin with Unreleased.');
  else if (first.entries.length === 0) problems.push('The changelog has nothing under Unreleased.');
  if (released.some((section) => section.version === version))
    problems.push(`The changelog has ${version} already.`);
  const last = released[0]?.version;
  if (compare(version, packaged) < 0 || (last !== undefined && compare(version, last) <= 0))
    problems.push(`${version} does not come after ${last ?? packaged}.`);
  const breaking = first?.entries.some((entry) => /^\*\*Breaking/i.test(entry));
  if (last !== undefined && breaking && !isBreakingStep(last, version))
    problems.push(`The changelog has a breaking change, which ${last} to ${version} does not say.`);
  return problems;
}

export function tagProblems(tag: string, state: ReleaseState): string[] {
  const { packaged, locked, changelog } = state;
  const [unreleased, newest] = changelogSections(changelog);
  const problems: string[] = [];
  if (tag !== `v${packaged}`) problems.push(`The tag ${tag} is not v${packaged}, as package.json says.`);
  if (packaged !== locked) problems.push(`package.json says ${packaged}, package-lock.json ${locked}.`);
  if (newest?.version !== packaged)
    problems.push(`The changelog's newest version is ${newest?.version ?? 'none'}.`);
  else if (newest.entries.length === 0) problems.push(`The changelog says nothing of ${packaged}.`);
  if (unreleased?.version === 'Unreleased' && unreleased.entries.length > 0)
    problems.push('The changelog has entries under Unreleased, which the tag would release.');
  return problems;
}

function compare(one: string, other: string): number {
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : left[at]! - right[at]!;
}

/** Below 1.0 the second number is the one that breaks. */
function isBreakingStep(from: string, to: string): boolean {
  const [left, right] = [numbers(from), numbers(to)];
  return left[0] !== right[0] || (right[0] === 0 && left[1] !== right[1]);
}

type Section = { version: string; entries: string[] };

function changelogSections(text: string): Section[] {
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const [, ...items] = lines.join('\n').split(/^- /m);
    const entries = items.map((item) => item.trim()).filter((item) => item !== '');
    return { version: heading.trim().split(' ')[0]!, entries };
  });
}

export const releasedChangelog = (text: string, version: string, day: string): string =>
  text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${day})`);
