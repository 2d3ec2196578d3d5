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

export const isObject = (value: unknown): value is JsonFields => typeof value === 'object' && value !== null;

/** The fields of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): JsonFields => (isObject(value) ? value : {});

/** The objects of a list; an empty list for any other value. */
export const objectsIn = (value: unknown): readonly JsonFields[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInText && character === '\\') at++;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > deepest) return true;
  }
  return false;
}
