import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { addressOf, type HttpRequest } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import { curlOf, typescriptOf } from './code-of.ts';
import { type Action, useConsole, useRead } from './context.ts';
import { Link, setQuery } from './route.tsx';
import { short } from './text.ts';

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

export const Headers = ({ headers }: { headers: Readonly<Record<string, string>> | null | undefined }) => (
  <Code
    title="headers"
    text={Object.entries(headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}
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

type ButtonProps = JSX.IntrinsicElements['button'];

export const Button = (props: ButtonProps) => <button {...props} type="button" />;
export const Submit = (props: ButtonProps) => <button {...props} type="submit" />;

/** How actions went: the refusal of the first that failed, and the requests that they made. */
export const Outcome = ({ actions }: { actions: readonly Pick<Action<never[]>, 'error' | 'made'>[] }) => (
  <>
    <Problem error={actions.find(({ error }) => error)?.error} />
    <Made requests={actions.flatMap(({ made }) => made)} />
  </>
);

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

/** How lists name a person: by the scenario's key, else by the beginning of the id. */
export function useNames(): (userId: string) => string {
  const { data } = useRead('listScenarios');
  const keys = new Map(data?.scenarios.map(({ user_id, key }) => [user_id, key]));
  return (userId) => keys.get(userId) ?? short(userId);
}

export const PersonLink = ({ userId, name }: { userId: string; name: string }) => (
  <Link href={`/console/people/${userId}`}>{name}</Link>
);

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

export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
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

type InputProps = JSX.IntrinsicElements['input'];

type TextProps = Pick<InputProps, 'required' | 'min' | 'max' | 'placeholder'> & {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  type?: 'password' | 'number' | 'date' | 'month' | undefined;
};

/** An input that browsers neither fill in nor correct. */
export function TextField({ label, hint, onValue, type, ...rest }: TextProps) {
  const input = {
    ...rest,
    ...{ autocomplete: 'off', spellcheck: false },
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  };
  return (
    <Field label={label} hint={hint}>
      {(id) => (type ? <input {...input} id={id} type={type} /> : <input {...input} id={id} />)}
    </Field>
  );
}

export type Options<V extends string> = readonly (readonly [value: V, text: string])[];

export const sameText = (values: readonly string[]): Options<string> => values.map((value) => [value, value]);

type SelectProps<V extends string> = {
  label: string;
  value: V;
  onValue: (value: V) => void;
  options: Options<V>;
  hint?: string;
};

export const SelectField = <V extends string>({ label, hint, value, onValue, options }: SelectProps<V>) => (
  <Field label={label} hint={hint}>
    {(id) => (
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([option]) => option === currentTarget.value);
          if (chosen) onValue(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

type FilterProps = { query: URLSearchParams; name: string; label: string; options: Options<string> };

/** A filter of a list, which the page's address holds. */
export const QuerySelect = ({ query, name, label, options }: FilterProps) => (
  <SelectField
    label={label}
    value={query.get(name) ?? ''}
    onValue={(value) => setQuery({ [name]: value })}
    options={[['', 'all'], ...options]}
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

export const Facts = ({ class: style, rows }: { class?: string; rows: Options<string> }) => (
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

type FormProps = { label?: string; class?: string; onSubmit: () => unknown; children: ComponentChildren };

export const Form = ({ label, class: style, onSubmit, children }: FormProps) => (
  <form
    class={style}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    {children}
  </form>
);

/** A table that scrolls by itself on a narrow screen. */
export const Table = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section class="table" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </section>
);
