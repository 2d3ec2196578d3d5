import { Head } from './layout.tsx';
import { CallOf, Problem, useFields } from './parts.tsx';
import { ToolForm, useRuns } from './tool-form.tsx';

/** `payrig watch` in the console: a proxy in front of a deployment, and the ledger of what passes. */
export function WatchPage() {
  const runs = useRuns();
  const [{ url, port }, , text] = useFields({ url: location.origin, port: '4020' });
  const address = url.trim().replace(/\/$/, '');
  const run = runs.latest.watch;
  return (
    <>
      <Head
        title="Watch"
        lead="Judge your own traffic as it passes. The watch sends nothing itself."
        help="It starts a proxy in front of a deployment. Point your client's base URL to the proxy: requests pass unchanged, and each is judged by the clauses that it shows. Stop it to see the ledger: what was confirmed, what is broken, what was not seen yet, and which open points were learnt."
      />
      {runs.areAvailable === false && (
        <p class="remark">
          This sandbox was made by a program, and runs no tools. Run the command below, or start the sandbox
          with <code>npx payrig sandbox</code>.
        </p>
      )}
      <Problem error={runs.error} />
      <ToolForm
        id="watch"
        title={run?.state === 'running' ? 'The ledger so far' : 'Watch a deployment'}
        note="Broken clauses are told as they are found."
        runs={runs}
        order={{
          tool: 'watch',
          url: address === location.origin ? undefined : address,
          port: port === '' ? undefined : Number(port),
        }}
        label="Start watching"
      >
        {text('url', 'Deployment', 'Where requests are passed on to.', { required: true })}
        {text('port', 'Port of the proxy', 'On this machine; 0 picks a free one.', {
          type: 'number',
          min: '0',
          max: '65535',
        })}
      </ToolForm>
      <CallOf request={runs.request} />
    </>
  );
}
