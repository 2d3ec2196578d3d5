const ruler = /^\|[-|\s]+$/;
const identifier = /^[a-z][a-z_-]*$/i;

/**
 * The places of a document in Markdown, in its order, as "Heading: part". A row bears the identifier in its first cell,
 * or its number; a list item or a paragraph bears its number under the heading. Rows of a later table say which, and of
 * several sentences each is a place.
 */
export function documentPlaces(markdown: string): string[] {
  const places: string[] = [];
  let chapter = '';
  let heading = '';
  let counts: Record<string, number> = {};
  const next = (kind: string): number => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    return counts[kind];
  };
  const begin = (title: string): void => {
    heading = title;
    counts = {};
  };
  const add = (part: string, line: string): void => {
    const place = `${heading}: ${part}`;
    const count = sentencesIn(line);
    if (count === 1) places.push(place);
    else for (let number = 1; number <= count; number++) places.push(`${place}, sentence ${number}`);
  };
  const lines = markdown.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, marks, title = ''] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (marks === '##') {
      chapter = title;
      begin(title);
    } else if (marks === '###') begin(`${chapter} / ${title.replace(/ \(.*\)$/, '')}`);
    else if (line.startsWith('Conventions used')) begin('Conventions');
    else if (ruler.test(line)) {
      next('table');
      counts['row'] = 0;
    } else if (line.startsWith('|') && !ruler.test(lines[at + 1] ?? '')) {
      const number = next('row');
      const first = line.split('|')[1]?.trim() ?? '';
      const table = counts['table'] === 1 ? '' : `table ${counts['table']} `;
      add(`${table}row ${identifier.test(first) ? first : number}`, line);
    } else if (line.startsWith('- ')) add(`bullet ${next('bullet')}`, line);
    else if (/^\s*\d+\. /.test(line)) add(`rule ${next('rule')}`, line);
    else if (/^[^#|\s]/.test(line) && heading !== '') add(`paragraph ${next('paragraph')}`, line);
  }
  return places;
}

const sentencesIn = (line: string): number =>
  line
    .replace(/^\s*\d+\. /, '')
    .split(/\.(?=\s|$)/)
    .filter((one) => /\w/.test(one)).length;

type Pointing = { readonly id: string; readonly places: readonly string[] };

/** What clauses point at and the document does not have, and what it has and no clause points at. */
export function pointedAt(places: readonly string[], clauses: readonly Pointing[]) {
  const met = new Set<string>();
  const unknown: [string, string][] = [];
  for (const { id, places: named } of clauses)
    for (const place of named) {
      const group = place.replace(/: every (\w+)$/, ': $1 ');
      const found = places.filter((one) => (group === place ? one === place : one.startsWith(group)));
      if (found.length === 0) unknown.push([id, place]);
      for (const one of found) met.add(one);
    }
  return { unknown, idle: places.filter((place) => !met.has(place)) };
}
