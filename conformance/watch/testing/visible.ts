import { isObject } from '../../../spec/json.ts';
import { fieldsOf, readJson, uuids } from '../../target/read-json.ts';
import type { Passed } from '../memory/passed.ts';

/** What each place of the answers showed, without what is drawn anew in every run: ids by the order in which they came. */
export type Transcript = ReadonlyMap<string, string>;

/** The day on which all runs begin, so that their times can be told from those of data. */
export const dayOfRuns = '2026-11-16';
const timesOfRuns = new RegExp(`${dayOfRuns}T[\\d:.]+Z`, 'g');

function leavesOf(value: unknown, place: string, found: Map<string, string>): Map<string, string> {
  if (!isObject(value) && !Array.isArray(value)) return found.set(place, JSON.stringify(value) ?? '');
  const children = Object.entries(value);
  if (children.length === 0) found.set(place, JSON.stringify(value));
  for (const [name, child] of children) leavesOf(child, `${place}.${name}`, found);
  return found;
}

export function transcriptOf(recorded: readonly Passed[]): Transcript {
  const ids = new Map<string, number>();
  const named = (text: string): string =>
    text
      .replace(uuids, (id) => `id-${ids.get(id) ?? ids.set(id, ids.size).size}`)
      .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
      .replaceAll(timesOfRuns, 'now');
  const found = new Map<string, string>();
  const exchanges = recorded.filter(({ kind }) => kind === 'exchange').sort((a, b) => a.begun - b.begun);
  for (const [at, { method, url, status, responseHeaders, responseText }] of exchanges.entries()) {
    const text = named(responseText);
    const answer = { status, type: responseHeaders['content-type'], body: readJson(text) ?? text };
    leavesOf(answer, `${at} ${method} ${named(url.split('?')[0]!)}`, found);
  }
  // Deliveries come in any order and some again: what counts is which kinds there are, by their fields and their protection.
  for (const { url, method, requestText, seal } of recorded.filter(({ kind }) => kind === 'delivery')) {
    const { bytes: _bytes, vector: _vector, ...facts } = seal ?? {};
    const { payload, ...body } = fieldsOf(readJson(requestText));
    const shown = Object.entries({ ...body, ...(isObject(payload) ? payload : { payload }) });
    const types = shown.map(([name, one]) => `${name} ${Array.isArray(one) ? 'list' : typeof one}`);
    const kind = JSON.stringify([method, url, body['event'], facts, types.sort()]);
    found.set(kind, 'delivered');
  }
  return found;
}

const patternOf = (place: string): string =>
  place
    .replace(/^\d+ /, '')
    .replaceAll(/\.\d+(?=\.|$)/g, '[]')
    .replaceAll(/id-\d+/g, 'id');

/** The places that differ between runs of the same server: what a person is drawn with differs with its id. */
export const noiseOf = (first: Transcript, ...others: readonly Transcript[]): ReadonlySet<string> =>
  new Set(others.flatMap((other) => differing(first, other)).map(patternOf));

const differing = (one: Transcript, other: Transcript): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((place) => one.get(place) !== other.get(place));

/** The places in which an answer is another one than that of the unbroken server. */
export const visibleIn = (unbroken: Transcript, broken: Transcript, noise: ReadonlySet<string>): string[] =>
  differing(unbroken, broken).filter((place) => !noise.has(patternOf(place)));
