import type { Arrangement } from '../arrange/arrangement.ts';
import type { Received, Receiver } from '../receiver/receiver.ts';
import type { Trace } from './trace.ts';

/** Looking at the clock changes nothing, and would fill half of every story. */
const untold = new Set(['now']);

/** The arrangement with every call of it told to the trace. */
export function recordedArrangement(arrangement: Arrangement, trace: Trace): Arrangement {
  return new Proxy(arrangement, {
    get(target, name: string) {
      const act = target[name as keyof Arrangement] as unknown as (...given: unknown[]) => Promise<unknown>;
      if (untold.has(name)) return act;
      return async (...given: unknown[]) => {
        const step = trace.arranging(name, given);
        try {
          step.made = await act(...given);
        } catch (error) {
          step.made = error;
          throw error;
        }
        return step.made;
      };
    },
  });
}

/** The receiver with every delivery to the check's own inboxes told to the trace, and to whoever else listens. */
export const recordedReceiver = (
  receiver: Receiver,
  trace: Trace,
  heard: (inbox: string, delivery: Received) => void,
): Receiver => ({
  inbox: () =>
    receiver.inbox((inbox, delivery) => {
      trace.delivered(inbox, delivery);
      heard(inbox, delivery);
    }),
});
