import { isObject, type Json, type JsonObject, objectAt, textsIn } from './json.ts';
import { addResponse, operationsIn } from './openapi-document.ts';
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

/** The words in the contract that stand for a deployment's own. */
export const standInNames: Profile['naming'] = { vendor: 'svc', authority: 'taxauth' };

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
    if (!isObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [renamed(key), walk(child)]));
  };
  return walk(value);
}

function inCaseOf(found: string, word: string): string {
  if (found === found.toUpperCase()) return word.toUpperCase();
  return /^[A-Z]/.test(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** A response that exists, or has its status, by an open point moves to the status that the profile gives. */
function renderStatuses(document: JsonObject, profile: Profile): void {
  for (const { node } of operationsIn(document)) moveResponses(objectAt(node, 'responses'), profile);
}

/** All that leave go before any arrives, so that two responses may change places. */
function moveResponses(responses: JsonObject, profile: Profile): void {
  const moves = Object.keys(responses).flatMap((from) => {
    const response = objectAt(responses, from);
    return openPointsOf(response).flatMap((id) => {
      const to = statusOf(id, profile);
      return to === undefined || to === from ? [] : [{ id, from, to, response }];
    });
  });
  for (const { id, from } of moves) leave(responses, from, id);
  for (const { id, to, response } of moves) if (to !== 'none') addResponse(responses, to, id, response);
}

function leave(responses: JsonObject, status: string, id: string): void {
  const { 'x-open-point': _, ...response } = objectAt(responses, status);
  const staying = openPointsOf(objectAt(responses, status)).filter((one) => one !== id);
  if (staying.length > 0) responses[status] = { ...response, 'x-open-point': staying };
  else if (response['x-stated'] === true) responses[status] = response;
  else delete responses[status];
}

export function openPointsOf(node: JsonObject): string[] {
  const mark = node['x-open-point'];
  return typeof mark === 'string' ? [mark] : textsIn(mark);
}

const statusWords: Record<string, string> = { 'not-found': '404', empty: 'none', data: 'none' };

/** The status that an open point's value stands for; undefined when the point is not about a status. */
function statusOf(id: string, profile: Profile): string | undefined {
  const value = Object.entries(profile.points).find(([point]) => point === id)?.[1];
  if (/status$|^income\.disabled$/.test(id) && typeof value === 'number') return String(value);
  if (/unknown-user$|^income\.disabled$/.test(id)) return statusWords[String(value)];
  return undefined;
}
