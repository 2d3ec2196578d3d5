import { CheckSection } from './check-section.tsx';
import { ContractSection } from './contract-section.tsx';
import { ExamSection } from './exam-section.tsx';
import { CallOf, Problem } from './parts.tsx';
import { useRuns } from './runs.ts';

const parts = [
  ['check', 'Check a deployment'],
  ['exam', 'Examine a receiver'],
  ['contract', 'The contract'],
  ['pact', 'A pact'],
  ['clauses', 'The clauses'],
] as const;

/** The command line's tools as forms. */
export function ToolsPage() {
  const runs = useRuns();
  return (
    <>
      <h1>Tools</h1>
      <p class="lead">
        What <code>payrig</code> does on the command line. The sandbox runs it, and calls only where its
        webhooks may go.
      </p>
      <nav class="on-page" aria-label="On this page">
        {parts.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Problem error={runs.error} />
      <CheckSection runs={runs} />
      <ExamSection runs={runs} />
      <ContractSection runs={runs} />
      <CallOf request={runs.request} />
    </>
  );
}
