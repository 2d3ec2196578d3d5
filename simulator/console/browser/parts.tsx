import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import { addressOf } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import { curlOf, typescriptOf } from './code-of.ts';
import { useConsole } from './context.ts';
import { Link } from './route.tsx';

/** Text in a dark panel, to be copied. */
export function Code({ text, title }: { text: string; title: string }) {
  const [said, setSaid] = useState('copy');
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('not allowed'),
    );
    setTimeout(() => setSaid('copy'), 1500);
  };
  return (
    <div class="panel wraps">
      <p class="title">{title}</p>
      <button type="button" class="copy" onClick={copy} aria-label={`Copy: ${title}`}>
        {said}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

export const Json = ({ value, title }: { value: unknown; title: string }) => (
  <Code
    title={title}
    text={typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')}
  />
);

/** The call that returns what is shown beside it. */
export function CallOf({ request, label = 'The call' }: { request: HttpRequest; label?: string }) {
  const { session } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const { method, asUser } = request;
  return (
    <details class="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label} <i class={`method ${method.toLowerCase()}`}>{method}</i> <code>{addressOf(request)}</code>
        {asUser !== undefined && <small> with the user's token</small>}
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

/** The requests that an action made. */
export function Made({ requests }: { requests: readonly HttpRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <div class="made">
      {requests.map((request, index) => (
        <CallOf key={`${index} ${addressOf(request)}`} request={request} label="Request sent:" />
      ))}
    </div>
  );
}

export function Problem({ error }: { error: ServiceError | undefined }) {
  if (!error) return null;
  const isFault = error.errors.includes('A fault was asked for');
  return (
    <div class="problem" role="alert">
      <b>{error.status === 0 ? 'No answer' : `Refused with ${error.status}`}</b>
      <ul>
        {error.errors.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {isFault && <Link href="/console/faults">See the faults that are on</Link>}
    </div>
  );
}

export const Badge = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <span class={`badge ${kind}`}>{children}</span>
);

/** A section of a page, with a heading that can be linked to. */
export function Section(props: { id: string; title: string; children: ComponentChildren; note?: string }) {
  const own = useRef<HTMLElement>(null);
  // The browser looked for it before there was anything on the page.
  useEffect(() => {
    if (location.hash === `#${props.id}`) own.current?.scrollIntoView();
  }, [props.id]);
  return (
    <section id={props.id} ref={own} aria-labelledby={`${props.id}-title`}>
      <h2 id={`${props.id}-title`}>{props.title}</h2>
      {props.note && <p class="note">{props.note}</p>}
      {props.children}
    </section>
  );
}

/** A labelled field of a form. */
export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}

type TextProps = {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  required?: boolean;
  isSecret?: boolean;
};

/** A text input that browsers neither fill in nor correct. */
export function TextField({ label, hint, value, onValue, required = false, isSecret = false }: TextProps) {
  const common = {
    ...{ required, value, autocomplete: 'off', spellcheck: false },
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  };
  return (
    <Field label={label} hint={hint}>
      {(id) => (isSecret ? <input id={id} type="password" {...common} /> : <input id={id} {...common} />)}
    </Field>
  );
}

/** A table that scrolls by itself on a narrow screen. */
export const Table = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section class="table" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </section>
);
