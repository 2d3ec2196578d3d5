import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Api, ApiError, type ApiRequest } from './api.ts';
import type { LiveEvent, LiveKind, LiveState } from './live.ts';
import type { Session } from './session.ts';

/** What every page may use. */
export type Console = {
  api: Api;
  session: Session;
  /** The deployment's words, which stand in paths and fields. */
  naming: { vendor: string; authority: string };
  environment: string;
  /** What the deployment decided where the interface leaves it open. */
  points: Readonly<Record<string, unknown>>;
  clock: { now: string; frozen: boolean } | undefined;
  live: LiveState;
  /** Goes up when the events are followed anew: what was listed before may have missed something. */
  epoch: number;
  listen: (listener: (event: LiveEvent) => void) => () => void;
};

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error('Outside of the console');
  return value;
}

export type Read<T> = {
  data: T | undefined;
  error: ApiError | undefined;
  request: ApiRequest;
  reload: () => void;
};

/** What a request answers, asked again when the request is another one or `reload` is called. */
export function useRead<T>(request: ApiRequest, isWanted = true): Read<T> {
  const { api } = useConsole();
  const key = JSON.stringify(request);
  const [state, setState] = useState<{ key: string; data?: T; error?: ApiError }>({ key });
  const [round, setRound] = useState(0);
  // The request is what its text says.
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    api.call<T>(request).then(
      (data) => isCurrent && setState({ key, data }),
      (error: unknown) => isCurrent && setState({ key, error: asApiError(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, key, round, isWanted]);
  const reload = useCallback(() => setRound((one) => one + 1), []);
  const isSame = state.key === key;
  return { data: isSame ? state.data : undefined, error: isSame ? state.error : undefined, request, reload };
}

/** Asks again when something else has changed, and not for what it was at first. */
export function useReloadWith(reload: () => void, value: unknown): void {
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
  error: ApiError | undefined;
  /** The requests that the latest run made. */
  made: readonly ApiRequest[];
};

/** Something that a person does: what it asked of the sandbox is kept, to be shown. */
export function useAction<A extends unknown[]>(act: (api: Api, ...input: A) => Promise<unknown>): Action<A> {
  const { session } = useConsole();
  const [state, setState] = useState<Omit<Action<A>, 'run'>>({ isBusy: false, error: undefined, made: [] });
  const run = async (...input: A): Promise<boolean> => {
    const made: ApiRequest[] = [];
    setState({ isBusy: true, error: undefined, made });
    try {
      await act(new Api(session, (request) => request.method !== 'GET' && made.push(request)), ...input);
      setState({ isBusy: false, error: undefined, made });
      return true;
    } catch (error) {
      setState({ isBusy: false, error: asApiError(error), made });
      return false;
    }
  };
  return { run, ...state };
}

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, [String(error)]);

/** Calls back with each live event of a kind. */
export function useLive(kind: LiveKind, onEvent: (data: unknown) => void): void {
  const { listen } = useConsole();
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => listen((event) => event.kind === kind && latest.current(event.data)), [listen, kind]);
}
