/** One version of the changelog: its heading without the date, and its entries. */
export type Section = { version: string; entries: string[] };

/** The sections of a changelog, in the order in which they stand. */
export function changelogSections(text: string): Section[] {
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const entries = lines
      .join('\n')
      .split(/^- /m)
      .slice(1)
      .map((entry) => entry.trim());
    return { version: heading.trim().split(' ')[0]!, entries: entries.filter((entry) => entry !== '') };
  });
}

/** The changelog with what was unreleased under a version and its day. */
export function releasedChangelog(text: string, version: string, day: string): string {
  return text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${day})`);
}
