import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Api, ApiError } from './api.ts';
import { type Console, ConsoleContext } from './context.ts';
import { Frame } from './frame.tsx';
import { KeyForm } from './key-form.tsx';
import { followEvents, type LiveEvent, type LiveState } from './live.ts';
import { forgetSession, type Session, storedSession, storeSession } from './session.ts';

type Health = { environment: string; profile: Pick<Console, 'naming' | 'points'> };
type Clock = { now: string; frozen: boolean };

/** The console for whoever's key this tab has; without one it asks first. */
export function App() {
  const [session, setSession] = useState(storedSession);
  const [refusal, setRefusal] = useState<string>();
  const change = (next: Session) => {
    storeSession(next);
    setRefusal(undefined);
    setSession(next);
  };
  const refuse = useCallback((why: string) => {
    forgetSession();
    setRefusal(why);
    setSession(undefined);
  }, []);
  if (!session) return <KeyForm refusal={refusal} onSession={change} />;
  // Nothing of one client stays on the page when it is another's.
  return (
    <Tenant
      key={`${session.apiKey} ${session.sandboxKey}`}
      session={session}
      onSession={change}
      onRefused={refuse}
    />
  );
}

type TenantProps = {
  session: Session;
  onSession: (session: Session) => void;
  onRefused: (why: string) => void;
};

function Tenant({ session, onSession, onRefused }: TenantProps) {
  const api = useMemo(() => new Api(session), [session]);
  const [health, setHealth] = useState<Health>();
  const [problem, setProblem] = useState<string>();
  const [clock, setClock] = useState<Clock>();
  const [live, setLive] = useState<LiveState>('connecting');
  const [epoch, setEpoch] = useState(0);
  const listeners = useRef(new Set<(event: LiveEvent) => void>());
  const listen = useCallback((listener: (event: LiveEvent) => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);

  const readClock = useCallback(
    async () => setClock(await api.call<Clock>({ method: 'GET', path: '/_sandbox/clock' })),
    [api],
  );

  useEffect(() => {
    const start = async () => {
      const [told] = await Promise.all([
        api.call<Health>({ method: 'GET', path: '/_sandbox/health' }),
        readClock(),
      ]);
      setHealth(told);
    };
    start().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onRefused(error.message);
      else setProblem(String(error));
    });
  }, [api, onRefused, readClock]);

  useEffect(() => {
    if (!health) return undefined;
    return followEvents(
      api,
      (event) => {
        if (event.kind === 'ready') {
          setEpoch((one) => one + 1);
          // It may have been moved while nobody listened; what breaks here breaks the events too, which are tried again.
          readClock().catch(() => {});
        }
        if (event.kind === 'clock') setClock(event.data as Clock);
        for (const listener of listeners.current) listener(event);
      },
      setLive,
    );
  }, [api, health, readClock]);

  if (!health)
    return <p class="loading">{problem === undefined ? 'The console asks the sandbox…' : problem}</p>;
  const { environment, profile } = health;
  const value = { api, session, ...profile, environment, clock, live, epoch, listen };
  return (
    <ConsoleContext.Provider value={value}>
      <Frame onSession={onSession} onForget={() => onRefused('')} />
    </ConsoleContext.Provider>
  );
}
