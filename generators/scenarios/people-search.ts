import words from './groups.json' with { type: 'json' };

export type PersonGroup = keyof typeof words.groups;

/** The groups of people in the order in which they are shown, each with its title and what is in it. */
export const personGroups = Object.entries(words.groups).map(([id, [title = '', about = '']]) => ({
  id: id as PersonGroup,
  title,
  about,
}));

const titles = new Map<string, string>(personGroups.map(({ id, title }) => [id, title]));

type Described = { key: string; name?: string; description: string; purpose: string; group: string };

/** The words of a person that a search looks at, their group's included. */
export const wordsOf = ({ key, name, description, purpose, group }: Described): string =>
  [key, name, description, purpose, titles.get(group)].join(' ');

const isWordIn = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);

/** Whether a text has every word of a search, or another word for it: `fraud` finds people whose documents disagree. */
export function peopleMatcher(search: string): (text: string) => boolean {
  const phrase = search.trim().toLowerCase();
  const isPhrase = words.synonyms.some((set) => set.includes(phrase));
  const wanted = isPhrase ? [phrase] : phrase.split(/\s+/).filter(Boolean);
  const others = wanted.map((word) => words.synonyms.filter((set) => set.includes(word)).flat());
  return (text) => {
    const lower = text.toLowerCase();
    return wanted.every(
      (word, index) => lower.includes(word) || others[index]!.some((other) => isWordIn(lower, other)),
    );
  };
}
