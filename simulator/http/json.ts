/** Documents never change: the text of one is made once. */
const texts = new WeakMap<object, string>();

/** The JSON of a body, one field of which may be a list of documents. */
export function jsonOf(body: unknown, documents: string | undefined): string {
  if (documents === undefined) return JSON.stringify(body);
  let fields = '';
  for (const name in body as object) {
    const value = (body as Record<string, unknown>)[name];
    const isList = name === documents && Array.isArray(value) && value.every(isDocument);
    const text = isList ? `[${joined(value)}]` : JSON.stringify(value);
    if (text !== undefined) fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${fields}}`;
}

const isDocument = (value: unknown): boolean => typeof value === 'object' && value !== null;

function joined(documents: readonly object[]): string {
  let list = '';
  for (const document of documents) {
    let text = texts.get(document);
    if (text === undefined) {
      text = JSON.stringify(document);
      texts.set(document, text);
    }
    list += (list === '' ? '' : ',') + text;
  }
  return list;
}
