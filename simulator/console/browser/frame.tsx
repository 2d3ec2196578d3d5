import { useEffect, useRef, useState } from 'preact/hooks';
import { keysOf, options, type Session } from './api.ts';
import { ClockPage } from './clock-page.tsx';
import { ConfigurationPage } from './configuration-page.tsx';
import { useConsole } from './context.ts';
import { DeliveriesPage } from './deliveries-page.tsx';
import { FaultsPage } from './faults-page.tsx';
import { NewPersonPage } from './new-person-page.tsx';
import { Button, Form, Submit } from './parts.tsx';
import { PeoplePage } from './people-page.tsx';
import { PersonPage } from './person-page.tsx';
import { RequestsPage } from './requests-page.tsx';
import { Link, type Route, useRoute } from './route.tsx';
import { moment } from './text.ts';
import { ToolsPage } from './tools-page.tsx';

const places = ['People', 'Deliveries', 'Requests', 'Clock', 'Faults', 'Tools'].map((name) => ({
  name,
  part: name.toLowerCase(),
}));

type FrameProps = { onSession: (session: Session) => void; onForget: () => void };

export function Frame({ onSession, onForget }: FrameProps) {
  const route = useRoute();
  const [here = 'people'] = route.parts;
  const path = route.parts.join('/');
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Another page is read from its beginning.
  useEffect(() => {
    const name = places.find(({ part }) => part === here)?.name ?? 'Console';
    document.title = `${name} · Payrig console`;
    if (!isFirst.current) {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header>
        <Link href="/" class="brand">
          <b>Payrig</b>
        </Link>
        <nav aria-label="Pages">
          {places.map(({ name, part }) => (
            <Link key={part} href={`/console/${part}`} aria-current={here === part ? 'page' : undefined}>
              {name}
            </Link>
          ))}
          <a href="/docs">Contract</a>
        </nav>
        <div class="status">
          <Time />
          <TenantSwitch onSession={onSession} onForget={onForget} />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Page route={route} />
      </main>
    </>
  );
}

function Page({ route: { parts, query } }: { route: Route }) {
  const [place = 'people', id] = parts;
  if (place === 'people' && id === 'new') return <NewPersonPage from={query.get('from') ?? ''} />;
  if (place === 'people' && id !== undefined) return <PersonPage key={id} userId={id} query={query} />;
  if (place === 'people') return <PeoplePage query={query} />;
  if (place === 'deliveries') return <DeliveriesPage query={query} />;
  if (place === 'requests') return <RequestsPage query={query} />;
  if (place === 'clock') return <ClockPage query={query} />;
  if (place === 'faults') return <FaultsPage />;
  if (place === 'tools') return <ToolsPage />;
  if (place === 'configuration') return <ConfigurationPage />;
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <Link href="/console/people">All people</Link>
      </p>
    </>
  );
}

/** The client's time: goes on by itself between two events unless it is frozen. */
function Time() {
  const { clock, live } = useConsole();
  const [shown, setShown] = useState(clock?.now ?? '');
  useEffect(() => {
    if (!clock) return undefined;
    const base = Date.parse(clock.now);
    const since = performance.now();
    const show = () =>
      setShown(clock.frozen ? clock.now : new Date(base + performance.now() - since).toISOString());
    show();
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [clock]);
  const told = { live: 'live', connecting: 'connecting', lost: 'not connected' }[live];
  return (
    <Link href="/console/clock" class="time" title="The client's time, in UTC">
      <time dateTime={shown}>{moment(shown)}</time> {clock?.frozen && <span class="badge">frozen</span>}
      <span class={`live ${live}`} title={told}>
        {told}
      </span>
    </Link>
  );
}

const OTHER = ' other';

function TenantSwitch({ onSession, onForget }: FrameProps) {
  const { session } = useConsole();
  const [isAdding, setAdding] = useState(false);
  const [key, setKey] = useState('');
  const choose = (apiKey: string) => {
    setAdding(apiKey === OTHER);
    if (apiKey !== OTHER && apiKey !== session.apiKey) onSession({ ...session, apiKey });
  };
  const add = () => {
    const apiKey = key.trim();
    onSession({ ...session, apiKey, otherKeys: [...new Set([...session.otherKeys, apiKey])] });
  };
  return (
    <div class="tenant">
      <label>
        <span>API key</span>
        <select
          value={isAdding ? OTHER : session.apiKey}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {keysOf(session).map((one) => (
            <option key={one} value={one}>
              {options.apiKeys.includes(one) ? one : `…${one.slice(-4)}`}
            </option>
          ))}
          <option value={OTHER}>another…</option>
        </select>
      </label>
      {isAdding && (
        <Form onSubmit={add}>
          <input
            aria-label="Another API key"
            required
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          <Submit>Switch</Submit>
          <Button onClick={() => setAdding(false)}>Cancel</Button>
        </Form>
      )}
      {options.needsSandboxKey && <Button onClick={onForget}>Forget the keys</Button>}
    </div>
  );
}
