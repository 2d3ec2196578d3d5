import type { ComponentChildren } from 'preact';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { RunOrder } from '../../../spec/types.ts';
import { commandOf } from './command-of.ts';
import { useAction } from './context.ts';
import { Code, Form, Made, Problem, Section } from './parts.tsx';
import { RunView } from './run-view.tsx';
import type { Runs } from './runs.ts';
import { options } from './session.ts';

type Props = {
  id: string;
  title: string;
  note: string;
  runs: Runs;
  order: RunOrder;
  label: string;
  children?: ComponentChildren;
};

/** A section of the tools page: what a tool needs to know, the command that does the same, and how its latest run goes or went. */
export function ToolForm({ id, title, note, runs, order, label, children }: Props) {
  const run = runs.latest[order.tool];
  const start = useAction(async (api) => runs.add(await api.call('startRun', { body: order })));
  const stop = useAction((api, run_id: string) => api.call('stopRun', { path: { run_id } }));
  return (
    <Section id={id} title={title} note={note}>
      <Form onSubmit={start.run} label={label}>
        {children && <div class="form tops">{children}</div>}
        <button
          type="submit"
          class="main"
          disabled={!runs.areAvailable || start.isBusy || run?.state === 'running'}
        >
          {label}
        </button>
      </Form>
      {runs.areAvailable === false && (
        <p class="remark">
          This sandbox was made by a program, and runs no tools. Run the command below, or start the sandbox
          with <code>npx payrig sandbox</code>.
        </p>
      )}
      <Code
        title="the same on the command line"
        text={commandOf(order, { origin: location.origin, apiKeys: options.apiKeys })}
      />
      <Problem error={start.error ?? stop.error} />
      <Made requests={[...start.made, ...stop.made].map(withoutSecrets)} />
      {run && <RunView key={run.run_id} run={run} onStop={() => stop.run(run.run_id)} />}
    </Section>
  );
}

const secret: ReadonlySet<string> = new Set(['password', 'sandbox_key', 'secret', 'encryption_key']);

/** The request without what was typed in secret. */
function withoutSecrets(request: HttpRequest): HttpRequest {
  if (request.body === undefined) return request;
  const text = JSON.stringify(request.body, (name, value) => (secret.has(name) ? '…' : value));
  return { ...request, body: JSON.parse(text) };
}
