import { isObject } from '../../spec/json.ts';

/** Far deeper than any answer of the service, and far less than what would overflow the stack. */
const deepest = 200;

/** The JSON value of a text; undefined when the text is no JSON, or is nested deeper than the limit. */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type JsonFields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): JsonFields => (isObject(value) ? value : {});

export const objectsIn = (value: unknown): readonly JsonFields[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

export const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Steps from quote to quote and compares codes: a loop over characters took most of the time of judging a recording. */
function isTooDeep(text: string): boolean {
  if (hasFewOpenings(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Most answers have fewer brackets than the limit has levels, which is found out ten times as fast. */
function hasFewOpenings(text: string): boolean {
  let count = 0;
  for (const opening of '[{')
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1))
      if (++count > deepest) return false;
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the text that begins here ends; the end of all where it does not. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
