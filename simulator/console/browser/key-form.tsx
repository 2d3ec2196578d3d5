import { Form, TextField, useFields } from './parts.tsx';
import { options, type Session } from './session.ts';

/** Asks for the keys of a sandbox that does not show them. */
export function KeyForm({
  refusal,
  onSession,
}: {
  refusal: string | undefined;
  onSession: (session: Session) => void;
}) {
  const [values, field] = useFields({ apiKey: options.apiKeys[0] ?? '', sandboxKey: '' });
  const apiKey = values.apiKey.trim();
  const sandboxKey = values.sandboxKey.trim();
  return (
    <main class="gate">
      <h1>Payrig console</h1>
      <p>
        This sandbox asks who you are. Keys are kept in this tab until it is closed, and sent to this sandbox
        alone.
      </p>
      {refusal && (
        <p class="problem" role="alert">
          {refusal}
        </p>
      )}
      <Form onSubmit={() => onSession({ apiKey, sandboxKey, otherKeys: [apiKey] })}>
        <TextField
          label="API key"
          {...field('apiKey')}
          hint="Of the client whose people you want to see."
          required
        />
        {options.needsSandboxKey && (
          <TextField
            label="Sandbox key"
            type="password"
            {...field('sandboxKey')}
            hint="What the sandbox was started with, as --sandbox-key or PAYRIG_SANDBOX_KEY."
            required
          />
        )}
        <button type="submit" class="main">
          Open the console
        </button>
      </Form>
      <p>
        <a href="/docs">The contract</a> can be read without a key.
      </p>
    </main>
  );
}
