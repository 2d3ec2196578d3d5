import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { patternsIn } from './check-section.tsx';
import { Section, TextField } from './parts.tsx';
import type { Runs } from './runs.ts';
import { ToolForm } from './tool-form.tsx';

/** Examines a receiver of webhooks by genuine and forged deliveries. */
export function ExamSection({ runs }: { runs: Runs }) {
  const [url, setUrl] = useState('http://127.0.0.1:3000/webhooks');
  const [secret, setSecret] = useState('');
  const [key, setKey] = useState('');
  const [only, setOnly] = useState('');
  const order: RunOrder = {
    tool: 'exam',
    url: url.trim(),
    secret: secret || undefined,
    encryption_key: key.trim() || undefined,
    only: patternsIn(only),
  };
  return (
    <Section
      id="exam"
      title="Examine a webhook receiver"
      note="Sends genuine deliveries, which a receiver must take, and forged ones, which it must refuse."
    >
      <ToolForm runs={runs} order={order} label="Examine it">
        <TextField label="Receiver" value={url} onValue={setUrl} hint="Where it takes deliveries." required />
        <TextField
          label="Signing secret"
          isSecret
          value={secret}
          onValue={setSecret}
          hint="That it is configured with. Empty: it has none."
        />
        <TextField
          label="Encryption key"
          isSecret
          value={key}
          onValue={setKey}
          hint="Base64 of 32 bytes. Empty: it has none."
        />
        <TextField
          label="Clauses"
          value={only}
          onValue={setOnly}
          hint="All when empty; or some: signature.*"
        />
      </ToolForm>
    </Section>
  );
}
