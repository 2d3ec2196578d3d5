import { type ApiRequest, addressOf, tokenRequest } from './api.ts';
import type { Session } from './session.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request to paste into a shell. */
export function curlOf(request: ApiRequest, session: Session): string {
  const lines: string[] = [];
  let before = '';
  if (request.asUser === undefined) lines.push(...keyLines(request, session));
  else {
    before = `TOKEN=$(${curlOf(tokenRequest(request.asUser), session).replace('curl', 'curl -s')} \\\n  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')\n`;
    lines.push('-H "Authorization: Bearer $TOKEN"');
  }
  if (request.yaml !== undefined)
    lines.push("-H 'Content-Type: application/yaml'", `--data-binary ${quoted(request.yaml)}`);
  else if (request.body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(request.body))}`);
  const method = request.method === 'GET' ? '' : ` -X ${request.method}`;
  const address = quoted(location.origin + addressOf(request));
  return `${before}${[`curl${method} ${address}`, ...lines].join(' \\\n  ')}`;
}

function keyLines({ path }: ApiRequest, { apiKey, sandboxKey }: Session): string[] {
  const key = `-H ${quoted(`X-API-KEY: ${apiKey}`)}`;
  // The key of the sandbox opens every client: it is not for pasting about.
  return path.startsWith('/_sandbox') && sandboxKey ? [key, '-H "X-Sandbox-Key: $SANDBOX_KEY"'] : [key];
}

/** The same request in TypeScript: with the typed client where there is one, with fetch for the arrangement API. */
export function typescriptOf(request: ApiRequest, session: Session): string {
  return request.path.startsWith('/_sandbox') ? withFetch(request, session) : withClient(request, session);
}

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"([A-Za-z_]\w*)":/g, '$1:')
    .replaceAll('\n', '\n  ');

function withClient(request: ApiRequest, session: Session): string {
  const { method, path, params, query, body, asUser } = request;
  const given = Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== undefined));
  const parts = {
    ...((params || query) && {
      params: { ...(params && { path: params }), ...(Object.keys(given).length > 0 && { query: given }) },
    }),
    ...(body !== undefined && { body }),
  };
  const input = Object.keys(parts).length === 0 ? '' : `, ${literal(parts).replaceAll('\n  ', '\n')}`;
  const credentials = asUser === undefined ? `apiKey: '${session.apiKey}'` : 'token: userToken';
  return `import { createPayrollClient, unwrap } from 'payrig/client';

const client = createPayrollClient({ baseUrl: '${location.origin}', ${credentials} });
const answer = await unwrap(client.${method}('${path}'${input}));`;
}

function withFetch(request: ApiRequest, { apiKey, sandboxKey }: Session): string {
  const { method, body, yaml } = request;
  const headers = [
    `'X-API-KEY': '${apiKey}'`,
    ...(sandboxKey ? ["'X-Sandbox-Key': process.env.SANDBOX_KEY!"] : []),
    ...(yaml !== undefined ? ["'Content-Type': 'application/yaml'"] : []),
    ...(body !== undefined ? ["'Content-Type': 'application/json'"] : []),
  ];
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),`]),
    ...(yaml === undefined ? [] : [`  body: ${JSON.stringify(yaml)},`]),
  ];
  return `const response = await fetch('${location.origin}${addressOf(request)}', {\n${lines.join('\n')}\n});\nconst answer = await response.json();`;
}

/** Code that takes figures out of what a request in TypeScript answered; several add up. */
export function pickOf(picks: readonly string[]): string {
  const [only = ''] = picks;
  return picks.length === 1 && !only.startsWith('...')
    ? `const figure = ${only};`
    : `const figures = [ // they add up\n${picks.map((one) => `  ${one},\n`).join('')}];`;
}
