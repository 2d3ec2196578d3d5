import { addResponse } from './add-response.ts';
import type { Json, JsonObject } from './json.ts';
import type { Profile } from './profile.ts';
import { renderings } from './renderings.ts';

export type { Json, JsonObject };

/** The contract as a deployment with this profile would publish it. */
export function renderContract(canonical: JsonObject, profile: Profile): JsonObject {
  const document = structuredClone(canonical);
  renderStatuses(document, profile);
  for (const rendering of renderings) rendering(document, profile.points);
  return rename(document, profile.naming);
}

/** Replaces the stand-in words in every text and key, in the letter case in which each stands. */
export function rename(value: string, naming: Profile['naming']): string;
export function rename(value: JsonObject, naming: Profile['naming']): JsonObject;
export function rename(value: Json, naming: Profile['naming']): Json;
export function rename(value: Json, naming: Profile['naming']): Json {
  if (naming.vendor === 'svc' && naming.authority === 'taxauth') return value;
  const renamed = (text: string): string =>
    text.replace(/svc|taxauth/gi, (found) =>
      inCaseOf(found, found.toLowerCase() === 'svc' ? naming.vendor : naming.authority),
    );
  const walk = (node: Json): Json => {
    if (typeof node === 'string') return renamed(node);
    if (Array.isArray(node)) return node.map(walk);
    if (node !== null && typeof node === 'object') {
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [renamed(key), walk(child)]));
    }
    return node;
  };
  return walk(value);
}

function inCaseOf(found: string, word: string): string {
  if (found === found.toUpperCase()) return word.toUpperCase();
  return /^[A-Z]/.test(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** A response that exists, or has its status, by an open point moves to the status that the profile gives. */
function renderStatuses(document: JsonObject, profile: Profile): void {
  for (const path of Object.values(document['paths'] as JsonObject)) {
    for (const operation of Object.values(path as JsonObject)) {
      const responses = (operation as JsonObject)['responses'] as JsonObject | undefined;
      if (responses) moveResponses(responses, profile);
    }
  }
}

/** All that leave go before any arrives, so that two responses may change places. */
function moveResponses(responses: JsonObject, profile: Profile): void {
  const moves = Object.entries(responses).flatMap(([from, response]) =>
    openPointsOf(response as JsonObject).flatMap((id) => {
      const to = statusOf(id, profile);
      return to === undefined || to === from ? [] : [{ id, from, to, response: response as JsonObject }];
    }),
  );
  for (const { id, from } of moves) leave(responses, from, id);
  for (const { id, to, response } of moves) if (to !== 'none') addResponse(responses, to, id, response);
}

function leave(responses: JsonObject, status: string, id: string): void {
  const { 'x-open-point': _, ...response } = responses[status] as JsonObject;
  const staying = openPointsOf(responses[status] as JsonObject).filter((one) => one !== id);
  if (staying.length > 0) responses[status] = { ...response, 'x-open-point': staying };
  else if (response['x-stated'] === true) responses[status] = response;
  else delete responses[status];
}

/** The open points that a node of the contract is marked with. */
export function openPointsOf(node: JsonObject): string[] {
  const mark = node['x-open-point'];
  if (mark === undefined) return [];
  return (Array.isArray(mark) ? mark : [mark]) as string[];
}

const statusWords: Record<string, string> = {
  'not-found': '404',
  empty: 'none',
  data: 'none',
};

/** The status that an open point's value stands for; undefined when the point is not about a status. */
function statusOf(id: string, profile: Profile): string | undefined {
  const value = (profile.points as Record<string, unknown>)[id];
  if (/status$|^income\.disabled$/.test(id) && typeof value === 'number') return String(value);
  if (/unknown-user$|^income\.disabled$/.test(id)) return statusWords[String(value)];
  return undefined;
}
