/** The most problems that a refusal lists; a longer list helps no reader. */
export const MOST_PROBLEMS = 100;

/** The first problems as sentences, each of them once, and how many more there are. */
export function firstProblems<T>(found: readonly T[], inWords: (problem: T) => string = String): string[] {
  const sentences = [...new Set(found.slice(0, MOST_PROBLEMS).map(inWords))];
  const more = found.length - MOST_PROBLEMS;
  if (more <= 0) return sentences;
  return [...sentences, `There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}`];
}

const MOST_SHOWN = 200;

/** A foreign text as a message repeats it. */
export const shortened = (text: string): string =>
  text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;

/** The most levels of lists and objects in a body or a file: what walks through them by recursion has room for these. */
export const MOST_LEVELS = 50;

/** Whether a JSON value is nested deeper than `MOST_LEVELS`; one without end is walked through no further. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const inside: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      if (depth === MOST_LEVELS) return true;
      for (const child of Object.values(one))
        if (typeof child === 'object' && child !== null) inside.push(child);
    }
    level = inside;
  }
  return false;
}

/** Whether a JSON value holds more values than that, at all of its levels. */
export function hasMoreValues(value: unknown, most: number): boolean {
  let count = 0;
  const unseen = [value];
  while (unseen.length > 0) {
    const one = unseen.pop();
    if (typeof one !== 'object' || one === null) continue;
    const inside = Object.values(one);
    count += inside.length;
    if (count > most) return true;
    unseen.push(...inside);
  }
  return false;
}

/** The most bytes of a scenario; those that Payrig brings along have 1,300 at most. */
export const MOST_SCENARIO_BYTES = 64 * 1024;
export const MOST_SCENARIO_VALUES = 2000;
