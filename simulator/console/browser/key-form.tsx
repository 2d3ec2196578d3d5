import { useState } from 'preact/hooks';
import { TextField } from './parts.tsx';
import { options, type Session } from './session.ts';

/** Asks for the keys of a sandbox that does not show them. */
export function KeyForm({
  refusal,
  onSession,
}: {
  refusal: string | undefined;
  onSession: (session: Session) => void;
}) {
  const [apiKey, setApiKey] = useState(options.apiKeys[0] ?? '');
  const [sandboxKey, setSandboxKey] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    onSession({ apiKey: apiKey.trim(), sandboxKey: sandboxKey.trim(), otherKeys: [apiKey.trim()] });
  };
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
      <form onSubmit={submit}>
        <TextField
          label="API key"
          value={apiKey}
          onValue={setApiKey}
          hint="Of the client whose people you want to see."
          required
        />
        {options.needsSandboxKey && (
          <TextField
            label="Sandbox key"
            isSecret
            value={sandboxKey}
            onValue={setSandboxKey}
            hint="What the sandbox was started with, as --sandbox-key or PAYRIG_SANDBOX_KEY."
            required
          />
        )}
        <button type="submit" class="main">
          Open the console
        </button>
      </form>
      <p>
        <a href="/docs">The contract</a> can be read without a key.
      </p>
    </main>
  );
}
