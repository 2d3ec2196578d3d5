import { type Caller, requestFor } from '../../../spec/caller.ts';
import type { SuccessBody } from '../../../spec/operations.ts';
import type { Delivery, JournalEntry, Run } from '../../../spec/types.ts';
import { accepted } from './api.ts';

export type LiveData = {
  ready: unknown;
  delivery: Delivery;
  request: JournalEntry;
  clock: SuccessBody<'getClock'>;
  run: Run;
};
export type LiveEvent = { [Kind in keyof LiveData]: { kind: Kind; data: LiveData[Kind] } }[keyof LiveData];
export type LiveState = 'connecting' | 'live' | 'lost';

const RETRY_MS = 2000;

/** Follows the sandbox's events while the page can be seen: a browser has few connections to spare for tabs behind. */
export function followEvents(
  api: Caller,
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
      const response = await accepted(api.send(requestFor('watchEvents', undefined), own.signal));
      for await (const event of eventsIn(response)) {
        if (event.kind === 'ready') onState('live');
        onEvent(event);
      }
    } catch {
      // An error is handled below like the end of the stream.
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

const isLiveKind = (kind: string | undefined): kind is LiveEvent['kind'] =>
  /^(ready|delivery|request|clock|run)$/.test(kind ?? '');

async function* eventsIn(response: Response): AsyncGenerator<LiveEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (isLiveKind(kind) && data !== undefined) yield { kind, data: JSON.parse(data) };
    }
  }
}
