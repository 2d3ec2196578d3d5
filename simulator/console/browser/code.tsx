import { useState } from 'preact/hooks';
import { addressOf, type HttpRequest } from '../../../spec/caller.ts';
import {
  clientCode,
  curlCommand,
  keyHeaders,
  literal,
  shellWord,
  userTokenHeader,
  userTokenLines,
} from '../../../spec/curl.ts';
import type { Session } from './api.ts';
import { useConsole } from './context.ts';
import { Button } from './forms.tsx';

type CopyProps = { label: string; text: () => string; class?: string; 'aria-label'?: string };

export function Copy({ label, text, ...rest }: CopyProps) {
  const [said, setSaid] = useState(label);
  const copy = async () => {
    // A page that is not from this machine and not encrypted has no clipboard.
    const clipboard: Clipboard | undefined = navigator.clipboard;
    const isCopied = await clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'Copied' : 'Not allowed');
    setTimeout(() => setSaid(label), 1500);
  };
  return <Button {...rest} onClick={copy} label={said} />;
}

export const Code = ({ text, title }: { text: string; title: string }) => (
  <div class="panel wraps">
    <p class="title">{title}</p>
    <Copy class="copy" label="Copy" text={() => text} aria-label={`Copy: ${title}`} />
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <pre tabIndex={0}>{text}</pre>
  </div>
);

export const Json = ({ value, title }: { value: unknown; title: string }) => (
  <Code
    title={title}
    text={typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')}
  />
);

export const Headers = ({ headers }: { headers: Readonly<Record<string, string>> | null | undefined }) => (
  <Code
    title="headers"
    text={Object.entries(headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}
  />
);

export const RequestLine = ({ method, address }: { method: string; address: string }) => (
  <>
    <i class={`method ${method.toLowerCase()}`}>{method}</i> <code>{address}</code>
  </>
);

export function CallOf({ request, label = 'The call' }: { request: HttpRequest; label?: string }) {
  const { session } = useConsole();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label} <RequestLine method={request.method} address={addressOf(request)} />
        {request.asUser !== undefined && <small> with the user's token</small>}
      </summary>
      {isOpen && (
        <>
          <Code title="curl" text={curlOf(request, session)} />
          <Code title="TypeScript" text={typescriptOf(request, session)} />
        </>
      )}
    </details>
  );
}

export function curlOf(request: HttpRequest, { apiKey, sandboxKey }: Session): string {
  const { method, path, body, yaml, asUser } = request;
  const needsSandboxKey = sandboxKey !== '';
  const headers = asUser === undefined ? keyHeaders(path, apiKey, needsSandboxKey) : [userTokenHeader];
  const before =
    asUser === undefined
      ? ''
      : userTokenLines(location.origin, asUser, keyHeaders('/_sandbox', apiKey, needsSandboxKey));
  let data: string | undefined;
  if (yaml !== undefined) {
    headers.push("'Content-Type: application/yaml'");
    data = `--data-binary ${shellWord(yaml)}`;
  } else if (body !== undefined) {
    headers.push("'Content-Type: application/json'");
    data = `-d ${shellWord(JSON.stringify(body))}`;
  }
  const url = shellWord(location.origin + addressOf(request));
  return before + curlCommand({ method, url, headers, data });
}

/** The same request in TypeScript: with the typed client where there is one, with fetch for the arrangement API. */
export const typescriptOf = (request: HttpRequest, session: Session): string =>
  request.path.startsWith('/_sandbox') ? withFetch(request, session) : withClient(request, session);

function withClient({ method, path, params, query, body, asUser }: HttpRequest, session: Session): string {
  const isQueried = Object.values(query ?? {}).some((value) => value !== undefined);
  const given = params || isQueried ? { path: params, query: isQueried ? query : undefined } : undefined;
  const credentials = asUser === undefined ? `apiKey: '${session.apiKey}'` : 'token: userToken';
  return clientCode({ baseUrl: location.origin, credentials, method, path }, { params: given, body });
}

function withFetch(request: HttpRequest, { apiKey, sandboxKey }: Session): string {
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
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')}),`]),
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
