import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Action } from './context.ts';
import { setQuery } from './route.tsx';
import words from './words.json' with { type: 'json' };

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

export const Alert = ({ text }: { text: string | undefined }) =>
  text ? (
    <p class="problem" role="alert">
      {text}
    </p>
  ) : null;

type Busy = { isBusy: boolean };

export const Submit = ({ of, ...rest }: ButtonProps & { of?: Busy }) => (
  <Button {...rest} type="submit" aria-busy={of?.isBusy} />
);

type ActProps<A extends unknown[]> = ButtonProps & { of: Action<A>; with: A };

/** A button that runs an action; it is busy until that has ended, and ignores another click. It keeps the focus. */
export const Act = <A extends unknown[]>({ of, with: input, ...rest }: ActProps<A>) => (
  <Button {...rest} aria-busy={of.isBusy} onClick={() => of.isBusy || of.run(...input)} />
);

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

export type Options<V extends string> = readonly (readonly [value: V, text: string])[];

export const sameText = <const V extends string>(values: readonly V[]): Options<V> =>
  values.map((value) => [value, value]);

/** The options with a value that may be none of them. */
export const withOption = (options: Options<string>, value: string, text = value): Options<string> =>
  options.some(([one]) => one === value) ? options : [[value, text], ...options];

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

export function QuerySelect({ query, name, label, options }: QueryProps) {
  const shown = { label, value: query.get(name) ?? '', options: [['', 'choose one'] as const, ...options] };
  return <SelectField {...shown} onValue={(value) => setQuery(name, value)} />;
}

type FilterProps = { of: keyof typeof words.filters; query: URLSearchParams; name: string };

/** What a list is narrowed down by; the page's address holds it. */
export function FilterBar({ of, query, name, children }: FilterProps & { children: ComponentChildren }) {
  const { about, ...rest } = words.filters[of];
  const [value, onValue] = [query.get(name) ?? '', (text: string) => setQuery(name, text)];
  return (
    <search class="row bar" aria-label={about}>
      <TextField {...rest} type="search" value={value} onValue={onValue} />
      {children}
    </search>
  );
}

type CheckProps = { label: string; value: boolean; onValue: (value: boolean) => void };

export const CheckField = ({ label, value, onValue }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />{' '}
    {label}
  </label>
);

type ChecksProps<V extends string> = {
  label: string;
  of: readonly V[];
  chosen: readonly V[];
  onChosen: (chosen: V[]) => void;
  children?: ComponentChildren;
};

export const Checks = <V extends string>({ label, of, chosen, onChosen, children }: ChecksProps<V>) => (
  <fieldset class="checks">
    <legend>{label}</legend>
    {of.map((one) => (
      <CheckField
        key={one}
        label={one}
        value={chosen.includes(one)}
        onValue={(isWanted) =>
          onChosen(of.filter((other) => (other === one ? isWanted : chosen.includes(other))))
        }
      />
    ))}
    {children}
  </fieldset>
);

type FieldWords = Omit<TextProps, 'value' | 'onValue'> & {
  /** The field that needs this one when it is filled in. */
  neededBy?: string;
};
const formWords = words.forms as Readonly<Record<string, Readonly<Record<string, FieldWords>>>>;

/** The values of a form, what each field needs, and its fields of texts, by words.json. An unchanged value follows `initial`. */
export function useFields<T extends Readonly<Record<string, unknown>>>(initial: T, form = '') {
  const [given, setGiven] = useState<Partial<T>>({});
  const values: T = { ...initial, ...given };
  const set = (name: keyof T, value: unknown) => setGiven((before) => ({ ...before, [name]: value }));
  const field = <K extends keyof T>(name: K) => ({
    value: values[name],
    onValue: (value: T[K]) => set(name, value),
  });
  const texts = (...names: readonly (keyof T & string)[]) =>
    names.map((name) => {
      const { neededBy = '', required = Boolean(values[neededBy]), ...shown } = formWords[form]![name]!;
      const used = { required, value: String(values[name]), onValue: (value: string) => set(name, value) };
      return <TextField key={name} {...shown} {...used} />;
    });
  return [values, field, texts] as const;
}

type FileProps = { label: string; hint?: string; onJson: (json: unknown, name: string) => unknown };

/** Takes what a file of JSON holds, undefined when none is chosen, and says what is wrong with the file. */
export function JsonFileField({ label, hint, onJson }: FileProps) {
  const [problem, setProblem] = useState('');
  const take = async (file: File | undefined) => {
    try {
      await onJson(undefined, '');
      if (file) await onJson(JSON.parse(await file.text()), file.name);
      setProblem('');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setProblem(error instanceof SyntaxError ? `${file?.name} is not JSON: ${why}` : why);
    }
  };
  return (
    <Field label={label} hint={hint}>
      {(id) => [
        <input
          {...{ id, key: 'input', type: 'file', accept: 'application/json,.json' }}
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />,
        <Alert key="problem" text={problem} />,
      ]}
    </Field>
  );
}

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
