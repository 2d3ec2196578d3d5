import { CallOf } from './code.tsx';
import { useFields } from './forms.tsx';
import { Head } from './parts.tsx';
import { Availability, ToolForm, useRuns } from './tool-form.tsx';

/** `payrig watch` in the console: a proxy in front of a deployment, and the ledger of what passes. */
export function WatchPage() {
  const runs = useRuns();
  const [{ url, port }, , texts] = useFields({ url: location.origin, port: '4020' }, 'watch');
  const address = url.trim().replace(/\/$/, '');
  const run = runs.latest.watch;
  return (
    <>
      <Head of="watch" />
      <Availability runs={runs} />
      <ToolForm
        id="watch"
        title={run?.state === 'running' ? 'The ledger so far' : undefined}
        runs={runs}
        order={{
          tool: 'watch',
          url: address === location.origin ? undefined : address,
          port: port === '' ? undefined : Number(port),
        }}
      >
        {texts('url', 'port')}
      </ToolForm>
      <CallOf request={runs.request} />
    </>
  );
}
