import type { RunOrder } from '../../../spec/types.ts';
import { CheckSection, patternsIn } from './check-section.tsx';
import { ContractSection } from './contract-section.tsx';
import { CallOf, OnPage, Problem, useFields } from './parts.tsx';
import { type Runs, useRuns } from './runs.ts';
import { ToolForm } from './tool-form.tsx';

const parts = [
  ['check', 'Check a deployment'],
  ['exam', 'Examine a receiver'],
  ['contract', 'The contract'],
  ['pact', 'A pact'],
  ['clauses', 'The clauses'],
] as const;

export function ToolsPage() {
  const runs = useRuns();
  return (
    <>
      <h1>Tools</h1>
      <p class="lead">
        What <code>payrig</code> does on the command line. The sandbox runs it, and calls only where its
        webhooks may go.
      </p>
      <OnPage parts={parts} />
      <Problem error={runs.error} />
      <CheckSection runs={runs} />
      <ExamSection runs={runs} />
      <ContractSection runs={runs} />
      <CallOf request={runs.request} />
    </>
  );
}

function ExamSection({ runs }: { runs: Runs }) {
  const [{ url, secret, key, only }, , text] = useFields({
    url: 'http://127.0.0.1:3000/webhooks',
    secret: '',
    key: '',
    only: '',
  });
  const order: RunOrder = {
    tool: 'exam',
    url: url.trim(),
    secret: secret || undefined,
    encryption_key: key.trim() || undefined,
    only: patternsIn(only),
  };
  return (
    <ToolForm
      id="exam"
      title="Examine a webhook receiver"
      note="Sends genuine deliveries, which a receiver must take, and forged ones, which it must refuse."
      runs={runs}
      order={order}
      label="Examine it"
    >
      {text('url', 'Receiver', 'Where it takes deliveries.', { required: true })}
      {text('secret', 'Signing secret', 'That it is configured with. Empty: it has none.', {
        type: 'password',
      })}
      {text('key', 'Encryption key', 'Base64 of 32 bytes. Empty: it has none.', { type: 'password' })}
      {text('only', 'Clauses', 'All when empty; or some: signature.*')}
    </ToolForm>
  );
}
