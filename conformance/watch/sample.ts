import { hash } from 'node:crypto';
import { fieldsOf, readJson, uuids } from '../target/read-json.ts';
import { Bounded } from './memory/bounded.ts';
import type { Passed } from './memory/passed.ts';

/** Why an exchange of a user outside the sample is not judged. */
export const outsideSample = 'its user is outside the sample';

/** Paths whose ids are the client's, not a user's. */
const ofClient = /^\/(webhooks|authorisations\/terms)\b/;

export type Sample = ReturnType<typeof sampleOf>;

/** Takes a share of the users and all that is about none, so that the story of a user stays whole. */
export function sampleOf(share: number) {
  /** The story that ids and tokens belong to, by all that passed: the first of its names. */
  const stories = new Bounded<string, string>(100_000);
  return (passed: Passed): boolean => {
    const names = namesIn(passed);
    const story = names.map((name) => stories.get(name)).find((known) => known !== undefined) ?? names[0];
    if (story === undefined) return true;
    for (const name of names) if (!stories.has(name)) stories.set(name, story);
    return Number.parseInt(hash('sha256', story).slice(0, 8), 16) / 2 ** 32 < share;
  };
}

/** The ids of a user, its accounts, entries and authorisations, and its tokens, that an exchange or a delivery names. */
function namesIn({ url, requestHeaders, requestText, responseText }: Passed): string[] {
  const [path = ''] = url.split('?');
  const named = ofClient.test(path) ? [] : (path.match(uuids) ?? []);
  const selected = Object.entries(requestHeaders).filter(([name]) => name.endsWith('-authorisation-id'));
  const texts = [requestText, responseText].flatMap((text) => {
    const { user_id, account_id, entry_id, authorisation_id, token } = fieldsOf(readJson(text));
    return [user_id, account_id, entry_id, authorisation_id, token && `Bearer ${token}`];
  });
  const all = [...named, ...texts, ...selected.map(([, id]) => id), requestHeaders['authorization']];
  return all.filter((name) => typeof name === 'string');
}
