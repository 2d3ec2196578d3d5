import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, type HttpRequest } from '../../../spec/caller.ts';
import { type CodeCaller, codeLanguages, requestCode } from '../../../spec/request-code.ts';
import { useConsole, useRemembered } from './context.ts';
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

/** How much of a long text the page shows until the user asks for the rest. */
const [FEW_LINES, FEW_CHARACTERS] = [60, 4000];

export function Code({ text, title }: { text: string; title: string }) {
  const [isWhole, setWhole] = useState(false);
  const short = text.split('\n', FEW_LINES).join('\n').slice(0, FEW_CHARACTERS);
  return (
    <div class="panel wraps">
      <p class="title">{title}</p>
      <Copy class="copy" label="Copy" text={() => text} aria-label={`Copy: ${title}`} />
      <pre>{isWhole ? text : short}</pre>
      {!isWhole && short.length < text.length && (
        <Button class="link rest" onClick={() => setWhole(true)} label="Show all of it" about={title} />
      )}
    </div>
  );
}

export function Json({ value, title }: { value: unknown; title: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <Code title={title} text={text ?? 'nothing'} />;
}

export function Headers({ headers }: { headers: Readonly<Record<string, string>> | null | undefined }) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return <Code title="headers" text={lines.join('\n')} />;
}

export const RequestLine = ({ method, address }: { method: string; address: string }) => (
  <>
    <i class={`method ${method.toLowerCase()}`}>{method}</i> <code>{address}</code>
  </>
);

/** What is read and written out only while it is open. */
export function Unfold({ summary, children }: Record<'summary' | 'children', ComponentChildren>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}

export const CallOf = ({ request, label = 'The call' }: { request: HttpRequest; label?: string }) => (
  <Unfold
    summary={[
      `${label} `,
      <RequestLine key="line" method={request.method} address={addressOf(request)} />,
      request.asUser !== undefined && <small key="token"> with the user's token</small>,
    ]}
  >
    <RequestCode request={request} />
  </Unfold>
);

function RequestCode({ request }: { request: HttpRequest }) {
  const caller = useCodeCaller();
  const [chosen, setChosen] = useRemembered('language', 'curl');
  const language = codeLanguages.find((one) => one === chosen) ?? 'curl';
  return (
    <>
      <div class="chips">
        {codeLanguages.map((one) => (
          <Button key={one} aria-pressed={one === language} onClick={() => setChosen(one)} label={one} />
        ))}
      </div>
      <Code title={language} text={requestCode(language, request, caller)} />
    </>
  );
}

export function useCodeCaller(): CodeCaller {
  const { apiKey, sandboxKey } = useConsole().session;
  return { origin: location.origin, apiKey, needsSandboxKey: sandboxKey !== '' };
}

/** Code that takes figures out of what a request in TypeScript answered; several add up. */
export function pickOf(picks: readonly string[]): string {
  const [only = ''] = picks;
  return picks.length === 1 && !only.startsWith('...')
    ? `const figure = ${only};`
    : `const figures = [ // they add up\n${picks.map((one) => `  ${one},\n`).join('')}];`;
}
