export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`;

/** A JSON value as TypeScript writes it: keys without quotes where they need none. */
export const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

type ClientCall = Record<'baseUrl' | 'credentials' | 'method' | 'path', string>;

/** Code that makes a request with the typed client; `credentials` is the option with the key or token, as code. */
export function clientCode({ baseUrl, credentials, method, path }: ClientCall, input: object): string {
  const given = literal(input);
  return `import { createPayrollClient, unwrap } from 'payrig/client';

const client = createPayrollClient({ baseUrl: ${quoted(baseUrl)}, ${credentials} });
const answer = await unwrap(client.${method}(${quoted(path)}${given === '{}' ? '' : `, ${given}`}));`;
}
