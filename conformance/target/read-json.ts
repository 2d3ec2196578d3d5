/** Deeper than any answer of the service by far; what recurses over a body would run out of stack much later. */
const deepest = 200;

/** The JSON value of a text; undefined when it is none, or is nested so deeply that nobody could have meant it. */
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

/** The fields of an object; none of what is no object. */
export const fieldsOf = (value: unknown): JsonFields => (isObject(value) ? value : {});

/** The objects of a list; none of what is no list. */
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
