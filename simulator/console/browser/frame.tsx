import { useEffect, useRef, useState } from 'preact/hooks';
import { keysOf, type OnSession, options } from './api.ts';
import { ClockPage } from './clock-page.tsx';
import { ConfigurationPage } from './configuration-page.tsx';
import { useConsole, useNow } from './context.ts';
import { DeliveriesPage } from './deliveries-page.tsx';
import { FaultsPage } from './faults-page.tsx';
import { Button, Form, Select, Submit } from './forms.tsx';
import { NewPersonPage } from './new-person-page.tsx';
import { NoSuch, pageWords, Toasts } from './parts.tsx';
import { PeoplePage } from './people-page.tsx';
import { PersonPage } from './person-page.tsx';
import { RequestsPage } from './requests-page.tsx';
import { Link, navigate, type Route, useRoute } from './route.tsx';
import { SearchPage, searchFor } from './search-page.tsx';
import { SnapshotsPage } from './snapshots-page.tsx';
import { moment } from './text.ts';
import { RunNote } from './tool-form.tsx';
import { ToolsPage } from './tools-page.tsx';
import { WatchPage } from './watch-page.tsx';

/** The pages in the menu, by the first part of their address. */
const menu = ['people', 'deliveries', 'requests', 'clock', 'faults', 'snapshots', 'watch', 'tools'];

export function Frame({ generation, onSession }: { generation: number; onSession: OnSession }) {
  const route = useRoute();
  const [here = 'people'] = route.parts;
  const [isOpen, setOpen] = useState(false);
  const toggle = () => setOpen(!isOpen);
  const path = route.parts.join('/');
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Another page is read from its beginning.
  useEffect(() => {
    setOpen(false);
    // The search shows what it finds while it is typed in.
    if (!isFirst.current && here !== 'search') {
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
      <header class={isOpen ? 'open' : ''}>
        <Link href="/" class="brand">
          <b>Payrig</b>
        </Link>
        <Time />
        <Button class="menu" aria-expanded={isOpen} aria-controls="menu" onClick={toggle} label="Menu" />
        <div id="menu">
          <nav aria-label="Pages">
            {menu.map((part) => (
              <Link key={part} href={`/console/${part}`} aria-current={here === part ? 'page' : undefined}>
                {pageWords[part]?.title}
              </Link>
            ))}
            <a href="/docs">Contract</a>
            <a href="/docs/overview.html">Guides</a>
          </nav>
          <search>
            <input
              type="search"
              aria-label="Search everything"
              placeholder="Search"
              value={here === 'search' ? (route.query.get('for') ?? '') : ''}
              onInput={({ currentTarget: { value } }) => navigate(searchFor(value), here === 'search')}
            />
          </search>
          <TenantSwitch onSession={onSession} />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Page key={generation} route={route} />
      </main>
      <RunNote />
      <Toasts />
    </>
  );
}

/** The pages by the first part of their address. */
const pages: Readonly<Record<string, typeof PeoplePage>> = {
  people: PeoplePage,
  deliveries: DeliveriesPage,
  requests: RequestsPage,
  clock: ClockPage,
  faults: FaultsPage,
  snapshots: SnapshotsPage,
  search: SearchPage,
  watch: WatchPage,
  tools: ToolsPage,
  configuration: ConfigurationPage,
};

function Page({ route: { parts, query } }: { route: Route }) {
  const [place = 'people', id] = parts;
  if (place === 'people' && id === 'new') return <NewPersonPage query={query} />;
  if (place === 'people' && id !== undefined) return <PersonPage key={id} userId={id} query={query} />;
  const Known = pages[place];
  return Known ? <Known query={query} /> : <NoSuch title="There is no such page" />;
}

function Time() {
  const { clock, live } = useConsole();
  const shown = useNow();
  const word = { live: 'live', connecting: 'connecting', lost: 'not connected' }[live];
  return (
    <Link href="/console/clock" class="time" title="The client's time, in UTC">
      <time dateTime={shown}>{moment(shown)}</time> {clock?.frozen && <span class="badge">frozen</span>}
      <span class={`live ${live}`} title={word}>
        {word}
      </span>
    </Link>
  );
}

const OTHER = ' other';
const other = [OTHER, 'another…'] as const;

function TenantSwitch({ onSession }: { onSession: OnSession }) {
  const { session } = useConsole();
  const [isAdding, setAdding] = useState(false);
  const [key, setKey] = useState('');
  const chosen = isAdding ? OTHER : session.apiKey;
  const keys = keysOf(session).map(
    (one) => [one, options.apiKeys.includes(one) ? one : `…${one.slice(-4)}`] as const,
  );
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
      <Select aria-label="API key" value={chosen} onValue={choose} options={[...keys, other]} />
      {isAdding && (
        <Form onSubmit={add}>
          <input
            aria-label="Another API key"
            placeholder="Another API key"
            required
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          <Submit label="Switch" />
          <Button onClick={() => setAdding(false)} label="Cancel" />
        </Form>
      )}
      {options.needsSandboxKey && <Button onClick={() => onSession()} label="Forget the keys" />}
    </div>
  );
}
