import type { StandInValues } from './stand-in-values.ts';
import type { Headers } from './wire-headers.ts';

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const seconds = /^\d{1,6}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Headers that say nothing of a person, each with all that its value may be; any other value leaves the header out. */
const plainValues: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['content-length', [/^\d{1,12}$/]],
  ['date', [httpDate]],
  ['retry-after', [seconds, httpDate]],
  ['x-payrig-delivery', [uuid]],
  ['x-payrig-attempt', [seconds]],
]);

const mediaTypes: ReadonlySet<string> = new Set([
  ...['application/json', 'application/problem+json', 'application/octet-stream', 'application/xml'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/pdf'],
  ...['text/plain', 'text/html', 'text/csv', 'text/xml', 'text/json'],
]);

/** The media type, and its charset if that is all that follows; a type that is not listed stays unnamed. */
function mediaType(value: string): string {
  const [type = '', ...parameters] = value.split(';');
  const bare = type.trim();
  if (!mediaTypes.has(bare.toLowerCase()))
    return /[/+]json$/i.test(bare) ? 'application/other+json' : 'application/x-other';
  const rest = parameters.join(';');
  return /^ ?charset="?(utf-8|us-ascii|iso-8859-1)"?$/i.test(rest) ? `${bare};${rest}` : bare;
}

/** The headers that the judge needs, with stand-ins for keys and tokens; all others are left out. */
export function headersWithStandIns(headers: Headers, authorisation: string, values: StandInValues) {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (plainValues.get(name)?.some((form) => form.test(value))) kept[name] = value;
    else if (name === 'content-type') kept[name] = mediaType(value);
    else if (name === 'x-api-key') kept[name] = values.word('key', value);
    else if (name === 'authorization') kept[name] = credentials(value, values);
    else if (name === authorisation) kept[name] = values.id(value);
  }
  return kept;
}

/** The scheme stays if it is one that the service could mean; whatever follows it is a secret. */
function credentials(value: string, values: StandInValues): string {
  const [, scheme, secret = ''] = /^(bearer|basic)[ \t]+(\S.*)$/is.exec(value) ?? [];
  return scheme ? `${scheme} ${values.token(secret.trimEnd())}` : values.word('credentials', value);
}
