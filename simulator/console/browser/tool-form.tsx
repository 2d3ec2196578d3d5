import type { ComponentChildren } from 'preact';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { RunOrder } from '../../../spec/types.ts';
import { commandOf } from './command-of.ts';
import { useAction } from './context.ts';
import { Code, Made, Problem } from './parts.tsx';
import { RunView } from './run-view.tsx';
import type { Runs } from './runs.ts';
import { options } from './session.ts';

type Props = {
  runs: Runs;
  order: RunOrder;
  /** What the button says. */
  label: string;
  children?: ComponentChildren;
};

/** What a tool needs to know, the command that does the same, and how its latest run goes or went. */
export function ToolForm({ runs, order, label, children }: Props) {
  const run = runs.latest[order.tool];
  const start = useAction(async (api) => runs.add(await api.call('startRun', { body: order })));
  const stop = useAction((api, run_id: string) => api.call('stopRun', { path: { run_id } }));
  const submit = (event: Event) => {
    event.preventDefault();
    void start.run();
  };
  return (
    <>
      <form onSubmit={submit} aria-label={label}>
        {children && <div class="form tops">{children}</div>}
        <button
          type="submit"
          class="main"
          disabled={!runs.areAvailable || start.isBusy || run?.state === 'running'}
        >
          {label}
        </button>
      </form>
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
    </>
  );
}

const secret: ReadonlySet<string> = new Set(['password', 'sandbox_key', 'secret', 'encryption_key']);

/** The request without what was typed in secret. */
function withoutSecrets(request: HttpRequest): HttpRequest {
  if (request.body === undefined) return request;
  const text = JSON.stringify(request.body, (name, value) => (secret.has(name) ? '…' : value));
  return { ...request, body: JSON.parse(text) };
}
