import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { addressOf, type HttpRequest } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import { curlOf, typescriptOf } from './code-of.ts';
import { type Action, useConsole } from './context.ts';
import { Link, setQuery } from './route.tsx';

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

const Made = ({ requests }: { requests: readonly HttpRequest[] }) =>
  requests.length > 0 && (
    <div class="made">
      {requests.map((request, index) => (
        <CallOf key={`${index} ${addressOf(request)}`} request={request} label="Request sent:" />
      ))}
    </div>
  );

/** `about` says, to those who cannot see where the button stands, which of several things it is about. */
type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'label'> & {
  label: ComponentChildren;
  about?: string | undefined;
};

export const Button = ({ label, about, type = 'button', ...rest }: ButtonProps) => (
  <button {...rest} type={type}>
    {label}
    {about && <span class="unseen"> {about}</span>}
  </button>
);

type Busy = { isBusy: boolean };

export const Submit = ({ of, ...rest }: ButtonProps & { of?: Busy }) => (
  <Button {...rest} type="submit" aria-busy={of?.isBusy} />
);

type ActProps<A extends unknown[]> = ButtonProps & { of: Action<A>; with: A };

/** A button that runs an action; it is busy until that has ended, and ignores another click. It keeps the focus. */
export const Act = <A extends unknown[]>({ of, with: input, ...rest }: ActProps<A>) => (
  <Button {...rest} aria-busy={of.isBusy} onClick={() => of.isBusy || of.run(...input)} />
);

/** How actions and reads went: what was said, the refusal of the first that failed, and the requests that they made. */
type Ended = Partial<Pick<Action<never[]>, 'error' | 'made' | 'said'>>;

export const Outcome = ({ of }: { of: readonly Ended[] }) => (
  <>
    {of.map(({ said }) => said && <p role="status">{said}</p>)}
    <Problem error={of.find(({ error }) => error)?.error} />
    <Made requests={of.flatMap(({ made = [] }) => made)} />
  </>
);

export const Lines = ({ of, class: style }: { of: readonly string[]; class?: string }) => (
  <ul class={style}>
    {of.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

export function Problem({ error }: { error: ServiceError | undefined }) {
  if (!error) return null;
  const isFault = error.errors.includes('A fault was asked for');
  return (
    <div class="problem" role="alert">
      <b>{error.status === 0 ? 'No answer' : `Refused with ${error.status}`}</b>
      <Lines of={error.errors} />
      {isFault && <Link href="/console/faults">See the faults that are on</Link>}
    </div>
  );
}

export const Badge = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <span class={`badge ${kind}`}>{children}</span>
);

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

type FieldProps = { label: string; hint?: string | undefined; children: (id: string) => ComponentChildren };

export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}

type TextProps = Pick<
  JSX.IntrinsicElements['input'],
  'required' | 'min' | 'max' | 'placeholder' | 'aria-valuetext'
> & {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  type?: 'password' | 'number' | 'date' | 'month' | 'search' | 'range' | undefined;
  /** Values to choose from; others can be typed in as well. */
  suggestions?: readonly string[];
};

/** An input that browsers neither fill in nor correct. */
export function TextField({ label, hint, onValue, suggestions, ...rest }: TextProps) {
  const listId = useId();
  const list = suggestions && listId;
  const attributes: Readonly<Record<string, unknown>> = {
    ...{ ...rest, list, autocomplete: 'off', spellcheck: false },
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  };
  return (
    <Field label={label} hint={hint}>
      {(id) => [
        <input key="input" {...attributes} id={id} />,
        suggestions && (
          <datalist key="list" id={listId}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        ),
      ]}
    </Field>
  );
}

type LateProps = Pick<JSX.IntrinsicElements['input'], 'id' | 'min' | 'placeholder'> & {
  type: 'number' | 'date';
  value: string;
  onValue: (value: string) => void;
};

/** An input whose value is taken when it is left or entered. */
export function LateInput({ value, onValue, ...rest }: LateProps) {
  const [text, setText] = useState('');
  useEffect(() => setText(value), [value]);
  const commit = () => text !== value && onValue(text);
  return (
    <input
      {...rest}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

export type Options<V extends string> = readonly (readonly [value: V, text: string])[];

export const sameText = (values: readonly string[]): Options<string> => values.map((value) => [value, value]);

type SelectProps<V extends string> = { value: V; onValue: (value: V) => void; options: Options<V> };

export const Select = <V extends string>(props: SelectProps<V> & { id?: string; 'aria-label'?: string }) => (
  <select
    {...{ id: props.id, 'aria-label': props['aria-label'], value: props.value }}
    onChange={({ currentTarget }) => {
      const chosen = props.options.find(([option]) => option === currentTarget.value);
      if (chosen) props.onValue(chosen[0]);
    }}
  >
    {props.options.map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
);

type SelectFieldProps<V extends string> = SelectProps<V> & { label: string; hint?: string };

export const SelectField = <V extends string>({ label, hint, ...select }: SelectFieldProps<V>) => (
  <Field label={label} hint={hint}>
    {(id) => <Select {...select} id={id} />}
  </Field>
);

type QueryProps = { query: URLSearchParams; name: string; label: string; options: Options<string> };

/** A choice that the page's address holds. */
export const QuerySelect = ({ query, name, label, options }: QueryProps) => (
  <SelectField
    label={label}
    value={query.get(name) ?? ''}
    onValue={(value) => setQuery({ [name]: value })}
    options={[['', 'choose one'], ...options]}
  />
);

type CheckProps = { label: string; value: boolean; onValue: (value: boolean) => void };

export const CheckField = ({ label, value, onValue }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />{' '}
    {label}
  </label>
);

/** The values of a form, for each name what its field needs, and a field for a text. An unchanged value follows `initial`. */
export function useFields<T extends Readonly<Record<string, unknown>>>(initial: T) {
  const [given, setGiven] = useState<Partial<T>>({});
  const values: T = { ...initial, ...given };
  const field = <K extends keyof T>(name: K) => ({
    value: values[name],
    onValue: (value: T[K]) => setGiven((before) => ({ ...before, [name]: value })),
  });
  const text = (
    name: keyof T & string,
    label: string,
    hint?: string,
    more: Pick<TextProps, 'type' | 'required' | 'min' | 'max'> = {},
  ) => (
    <TextField
      {...{ label, hint, ...more }}
      value={String(values[name])}
      onValue={(value) => setGiven((before) => ({ ...before, [name]: value }))}
    />
  );
  return [values, field, text] as const;
}

type Fact = readonly [name: string, value: ComponentChildren];

export const Facts = ({ class: style, rows }: { class?: string; rows: readonly Fact[] }) => (
  <dl class={style}>
    {rows.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}
  </dl>
);

export const OnPage = ({ parts, children }: { parts: Options<string>; children?: ComponentChildren }) => (
  <nav class="on-page" aria-label="On this page">
    {parts.map(([id, name]) => (
      <a key={id} href={`#${id}`}>
        {name}
      </a>
    ))}
    {children}
  </nav>
);

export const Crumbs = () => (
  <p class="crumbs">
    <Link href="/console/people">People</Link>
  </p>
);

type FormProps = {
  label?: string;
  class?: string;
  /** What it waits for: until then it is not sent again. */
  of?: Busy;
  onSubmit: () => unknown;
  children: ComponentChildren;
};

export const Form = ({ label, class: style, of, onSubmit, children }: FormProps) => (
  <form
    class={style}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      if (!of?.isBusy) void onSubmit();
    }}
  >
    {children}
  </form>
);
