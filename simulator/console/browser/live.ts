import type { Api } from './api.ts';

export type LiveKind = 'ready' | 'delivery' | 'request' | 'clock' | 'run';
export type LiveEvent = { kind: LiveKind; data: unknown };
export type LiveState = 'connecting' | 'live' | 'lost';

const RETRY_MS = 2000;

/** Follows the sandbox's events while the page can be seen: a browser has few connections to spare for tabs behind. */
export function followEvents(
  api: Api,
  onEvent: (event: LiveEvent) => void,
  onState: (state: LiveState) => void,
): () => void {
  let connection: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const disconnect = (): void => {
    clearTimeout(retry);
    connection?.abort();
    connection = undefined;
  };
  const connect = async (): Promise<void> => {
    disconnect();
    if (document.hidden) return;
    const own = new AbortController();
    connection = own;
    onState('connecting');
    try {
      const response = await api.send({ method: 'GET', path: '/_sandbox/events' }, own.signal);
      for await (const event of eventsIn(response)) {
        if (event.kind === 'ready') onState('live');
        onEvent(event);
      }
    } catch {
      // Told below: what ended and what broke are tried again alike.
    }
    if (own.signal.aborted) return;
    onState('lost');
    retry = setTimeout(connect, RETRY_MS);
  };
  const onVisibility = (): void => {
    if (document.hidden) disconnect();
    else void connect();
  };
  document.addEventListener('visibilitychange', onVisibility);
  void connect();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    disconnect();
  };
}

async function* eventsIn(response: Response): AsyncGenerator<LiveEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (kind !== undefined && data !== undefined) yield { kind: kind as LiveKind, data: JSON.parse(data) };
    }
  }
}
