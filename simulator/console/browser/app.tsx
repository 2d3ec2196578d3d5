import { render } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ServiceError } from '../../../spec/client.ts';
import { callerFor, type OnSession, options, type Session, storedSession, storeSession } from './api.ts';
import { type Console, ConsoleContext, followEvents, type LiveEvent, type Toast } from './context.ts';
import { Alert, Form, Submit, useFields } from './forms.tsx';
import { Frame } from './frame.tsx';
import words from './words.json' with { type: 'json' };

type Health = { environment: string; profile: Pick<Console, 'naming' | 'points'> };

function App() {
  const [session, setSession] = useState(storedSession);
  const [refusal, setRefusal] = useState<string>();
  const change: OnSession = useCallback((next, why) => {
    storeSession(next);
    setRefusal(why);
    setSession(next);
  }, []);
  if (!session) return <KeyForm refusal={refusal} onSession={change} />;
  // A new key makes a new component, so that nothing of the former client stays on the page.
  return <Tenant key={`${session.apiKey} ${session.sandboxKey}`} session={session} onSession={change} />;
}

function Tenant({ session, onSession }: { session: Session; onSession: OnSession }) {
  const [health, setHealth] = useState<Health>();
  const naming = health?.profile.naming;
  const api = useMemo(() => callerFor(session, { naming }), [session, naming]);
  const [problem, setProblem] = useState<string>();
  const [clock, setClock] = useState<Console['clock']>();
  const [live, setLive] = useState<Console['live']>('connecting');
  const [epoch, setEpoch] = useState(0);
  const [generation, setGeneration] = useState(0);
  const toasts = useToasts();
  const listeners = useRef(new Set<(event: LiveEvent) => void>());
  const listen = useCallback((listener: (event: LiveEvent) => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);

  const readClock = useCallback(async () => setClock(await callerFor(session).call('getClock')), [session]);

  useEffect(() => {
    Promise.all([callerFor(session).call('getHealth'), readClock()])
      .then(([{ environment, profile }]) => setHealth({ environment, profile: profile as Health['profile'] }))
      .catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.status === 401)) return setProblem(String(error));
        onSession(undefined, error.errors.join('; '));
      });
  }, [session, onSession, readClock]);

  useEffect(() => {
    if (!health) return undefined;
    return followEvents(
      api,
      (event) => {
        if (event.kind === 'ready') {
          setEpoch((one) => one + 1);
          // The clock may have moved while disconnected. A failure here also ends the events, which reconnect.
          readClock().catch(() => {});
        }
        if (event.kind === 'clock') setClock(event.data);
        for (const listener of listeners.current) listener(event);
      },
      setLive,
    );
  }, [api, health, readClock]);

  if (!health) return <p class="loading">{problem ?? 'Connecting to the sandbox…'}</p>;
  const { environment, profile } = health;
  const renew = () => {
    setGeneration((one) => one + 1);
    readClock().catch(() => {});
  };
  const value = { api, session, ...profile, environment, clock, live, epoch, listen, ...toasts, renew };
  return (
    <ConsoleContext.Provider value={value}>
      <Frame generation={generation} onSession={onSession} />
    </ConsoleContext.Provider>
  );
}

const TOAST_MS = 12_000;

function useToasts(): Pick<Console, 'toasts' | 'toast' | 'dismiss'> {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const next = useRef(0);
  const dismiss = (id: number) => setToasts((all) => all.filter((one) => one.id !== id));
  const toast = (given: Omit<Toast, 'id'>) => {
    next.current += 1;
    const id = next.current;
    setToasts((all) => [...all.slice(-2), { ...given, id }]);
    if (!given.undo) setTimeout(() => dismiss(id), TOAST_MS);
  };
  return { toasts, toast, dismiss };
}

function KeyForm({ refusal, onSession }: { refusal: string | undefined; onSession: OnSession }) {
  const [values, , texts] = useFields({ apiKey: options.apiKeys[0] ?? '', sandboxKey: '' }, 'key');
  const apiKey = values.apiKey.trim();
  const sandboxKey = values.sandboxKey.trim();
  return (
    <main class="gate">
      <h1>Payrig console</h1>
      <p>{words.gate}</p>
      <Alert text={refusal} />
      <Form onSubmit={() => onSession({ apiKey, sandboxKey, otherKeys: [apiKey] })}>
        {texts('apiKey')}
        {options.needsSandboxKey && texts('sandboxKey')}
        <Submit class="main" label="Open the console" />
      </Form>
      <p>
        <a href="/docs">The contract</a> can be read without a key.
      </p>
    </main>
  );
}

const place = document.getElementById('console')!;
place.replaceChildren();
render(<App />, place);
