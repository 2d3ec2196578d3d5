import { useState } from 'preact/hooks';
import { addressOf } from '../../../spec/caller.ts';
import { curlOf, pickOf, typescriptOf } from './code-of.ts';
import { useConsole } from './context.ts';
import type { Source } from './figure-sources.ts';
import { Button, Code } from './parts.tsx';
import { pounds } from './text.ts';

/** An amount, what it is, and the call that returns it. */
export type Figure = { name: string; amount: string | number | null | undefined; source: Source | undefined };

/** Which figure of a list is asked about; one at a time. */
export type Asked = { name: string; ask: (name: string) => void };

export function useAsked(): Asked {
  const [name, setName] = useState('');
  return { name, ask: (next) => setName(next === name ? '' : next) };
}

/** An amount that can be asked where it comes from. */
export function Amount({ figure, asked }: { figure: Figure; asked: Asked }) {
  const { name, amount, source } = figure;
  if (amount === null || amount === undefined || !source) return <>{pounds(amount)}</>;
  return (
    <Button
      class="figure"
      title="The call that returns it"
      aria-expanded={asked.name === name}
      onClick={() => asked.ask(name)}
    >
      <span class="unseen">{name}: </span>
      {pounds(amount)}
    </Button>
  );
}

/** The call that returns the figure that is asked about, if it is one of these. */
export function SourceOf({ figures, asked }: { figures: readonly Figure[]; asked: Asked }) {
  const { session } = useConsole();
  const figure = figures.find(({ name }) => name === asked.name);
  if (!figure?.source) return null;
  const { request, picks } = figure.source;
  return (
    <section class="source" aria-label={`Where ${figure.name} comes from`}>
      <p>
        <b>
          {figure.name}, {pounds(figure.amount)}
        </b>{' '}
        is returned by <i class={`method ${request.method.toLowerCase()}`}>{request.method}</i>{' '}
        <code>{addressOf(request)}</code>
      </p>
      <Code title="curl" text={curlOf(request, session)} />
      <Code title="TypeScript" text={`${typescriptOf(request, session)}\n${pickOf(picks)}`} />
    </section>
  );
}
