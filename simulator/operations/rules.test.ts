import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = new URL('./', import.meta.url);
const sources = readdirSync(here).filter((name) => /^(?!index\.)[\w-]+\.ts$/.test(name));

it.each(sources)('%s names what holds its rules, and all of that is there', (name) => {
  const line = /Rules: (.+?)\.? \*\//.exec(readFileSync(new URL(name, here), 'utf8'))?.[1] ?? '';
  const named = line.match(/[\w/.-]+\.ts\b|[\w-]+\//g) ?? [];
  expect(named).not.toEqual([]);
  let folder = here;
  for (const one of named) {
    // A name without a folder stands in that of the one before it.
    const places = [new URL('../../', here), new URL('../', here), folder, here].map(
      (at) => new URL(one, at),
    );
    const found = places.find((place) => existsSync(place));
    expect(found, `${name} names ${one}`).toBeDefined();
    folder = new URL('./', found);
  }
});
