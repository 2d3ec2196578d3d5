import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import {
  type CallArguments,
  type CallableId,
  type Caller,
  type HttpRequest,
  requestFor,
} from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import type { SuccessBody } from '../../../spec/operations.ts';
import type { Delivery, JournalEntry, Run, UserDossier } from '../../../spec/types.ts';
import { accepted, asServiceError, callerFor, type Session } from './api.ts';

type LiveData = {
  ready: unknown;
  delivery: Delivery;
  request: JournalEntry;
  clock: SuccessBody<'getClock'>;
  run: Run;
};
export type LiveEvent = { [Kind in keyof LiveData]: { kind: Kind; data: LiveData[Kind] } }[keyof LiveData];
type LiveState = 'connecting' | 'live' | 'lost';

const RETRY_MS = 2000;

/** Follows the sandbox's events while the page can be seen: a browser has few connections to spare for tabs behind. */
export function followEvents(
  api: Caller,
  onEvent: (event: LiveEvent) => void,
  onState: (state: LiveState) => void,
): () => void {
  let connection = new AbortController();
  const connect = async (): Promise<void> => {
    connection.abort();
    if (document.hidden) return;
    connection = new AbortController();
    const { signal } = connection;
    onState('connecting');
    try {
      const response = await accepted(api.send(requestFor('watchEvents', undefined), signal));
      for await (const event of eventsIn(response)) {
        if (event.kind === 'ready') onState('live');
        onEvent(event);
      }
    } catch {
      // An error is handled below like the end of the stream.
    }
    if (signal.aborted) return;
    onState('lost');
    const retry = setTimeout(connect, RETRY_MS);
    signal.onabort = () => clearTimeout(retry);
  };
  document.addEventListener('visibilitychange', connect);
  void connect();
  return () => {
    document.removeEventListener('visibilitychange', connect);
    connection.abort();
  };
}

async function* eventsIn(response: Response): AsyncGenerator<LiveEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, kind, data] = /^event: (ready|delivery|request|clock|run)\ndata: (.*)$/.exec(block) ?? [];
      if (data !== undefined) yield { kind, data: JSON.parse(data) } as LiveEvent;
    }
  }
}

export type Console = {
  api: Caller;
  session: Session;
  /** The deployment's words, which stand in paths and fields. */
  naming: { vendor: string; authority: string };
  environment: string;
  points: Readonly<Record<string, unknown>>;
  clock: SuccessBody<'getClock'> | undefined;
  live: LiveState;
  /** Goes up when the event stream reconnects: lists may have missed something and reload. */
  epoch: number;
  listen: (listener: (event: LiveEvent) => void) => () => void;
  toasts: readonly Toast[];
  toast: (toast: Omit<Toast, 'id'>) => void;
  dismiss: (id: number) => void;
  /** Reads everything on the page again: the client has another state. */
  renew: () => void;
};

export type Toast = {
  id: number;
  text: string;
  link?: { href: string; name: string };
  undo?: () => Promise<unknown>;
};

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error('Outside of the console');
  return value;
}

/** The client's time: goes on by itself between two events unless it is frozen. */
export function useNow(): string {
  const { clock } = useConsole();
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
  return shown;
}

type Loaded<T> = { data: T | undefined; error: ServiceError | undefined; reload: () => void };

/** What `load` gives; loaded again when the key changes or `reload` is called. */
function useLoaded<T>(key: string, load: () => Promise<T>, isWanted = true): Loaded<T> {
  const { api } = useConsole();
  const [state, setState] = useState<{ key: string; data?: T; error?: ServiceError }>({ key });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    load().then(
      (data) => isCurrent && setState({ key, data }),
      (error: unknown) => isCurrent && setState({ key, error: asServiceError(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, key, round, isWanted]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isSame = state.key === key;
  return { data: isSame ? state.data : undefined, error: isSame ? state.error : undefined, reload };
}

export type Read<Id extends CallableId> = Loaded<SuccessBody<Id>> & { request: HttpRequest };

/** What an operation answers, with the request for it; called again when the input changes or `reload` is called. */
export const useRead = <Id extends CallableId>(operation: Id, ...args: CallArguments<Id>): Read<Id> =>
  useReadIf(true, operation, ...args);

export function useReadIf<Id extends CallableId>(
  isWanted: boolean,
  operation: Id,
  ...args: CallArguments<Id>
): Read<Id> {
  const { api, naming } = useConsole();
  const [input] = args;
  const request = requestFor(operation, input, naming);
  return { ...useLoaded(JSON.stringify(request), () => api.call(operation, ...args), isWanted), request };
}

export function useReloadOn(reload: () => void, value: unknown): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    reload();
  }, [reload, value]);
}

export type Action<A extends unknown[]> = {
  run: (...input: A) => Promise<boolean>;
  isBusy: boolean;
  error: ServiceError | undefined;
  made: readonly HttpRequest[];
  /** What came of it, where the action returns a sentence. */
  said: string;
};

const idle = { isBusy: false, error: undefined, said: '' };

/** An action of the user; the requests that it made are kept, to be shown. `onEnd` runs whether it succeeds or fails. */
export function useAction<A extends unknown[]>(
  act: (api: Caller, ...input: A) => Promise<unknown>,
  onEnd = () => {},
): Action<A> {
  const { session, naming } = useConsole();
  const [state, setState] = useState<Omit<Action<A>, 'run'>>({ ...idle, made: [] });
  const run = async (...input: A): Promise<boolean> => {
    const made: HttpRequest[] = [];
    const onRequest = (request: HttpRequest) => {
      if (request.method !== 'GET') made.push(request);
    };
    setState({ ...idle, isBusy: true, made });
    try {
      const result = await act(callerFor(session, { naming, onRequest }), ...input);
      setState({ ...idle, made, said: typeof result === 'string' ? result : '' });
      return true;
    } catch (error) {
      setState({ ...idle, error: asServiceError(error), made });
      return false;
    } finally {
      onEnd();
    }
  };
  return { run, ...state };
}

export function useLive<Kind extends keyof LiveData>(kind: Kind, onEvent: (data: LiveData[Kind]) => void) {
  const { listen } = useConsole();
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(
    () => listen((event) => event.kind === kind && latest.current(event.data as LiveData[Kind])),
    [listen, kind],
  );
}

/** A list of the sandbox, newest first, kept up to date by live events; `listed` is what was read, oldest first. */
export function useLiveList<Kind extends 'delivery' | 'request'>(
  kind: Kind,
  { data, reload }: Loaded<unknown>,
  listed: readonly LiveData[Kind][],
  idOf: (record: LiveData[Kind]) => string,
  most = Number.POSITIVE_INFINITY,
): LiveData[Kind][] {
  const { epoch } = useConsole();
  const [fresh, setFresh] = useState<ReadonlyMap<string, LiveData[Kind]>>(new Map());
  // A lost connection may have missed some.
  useReloadOn(reload, epoch);
  // A newer list has all events before it.
  useEffect(() => setFresh(new Map()), [data]);
  useLive(kind, (record) =>
    setFresh((before) => new Map([...before, [idOf(record), record] as const].slice(-most))),
  );
  const all = new Map([...listed.map((record) => [idOf(record), record] as const), ...fresh]);
  return [...all.values()].reverse().slice(0, most);
}

/** What this browser remembers of a page under a name: which view was chosen, how wide a panel is. */
export function useRemembered(name: string, first: string): [value: string, set: (value: string) => void] {
  const key = `payrig:${name}`;
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? first);
  const set = (next: string) => {
    localStorage.setItem(key, next);
    setValue(next);
  };
  return [value, set];
}

export type PersonProps = { dossier: UserDossier; onChange: () => void };
