import type { RequestEntry, RequestLog } from '../../port.ts';

/** How many requests of a client are kept. */
export const KEPT_REQUESTS = 1000;
/** Bodies can be a megabyte each: a thousand of them are more than a log is worth. */
export const KEPT_BYTES = 16 << 20;

/** The latest requests, kept by this process alone. */
export function recentRequests(): RequestLog {
  let entries: RequestEntry[] = [];
  let bytes = 0;
  return {
    add(entry) {
      entries.push(entry);
      bytes += entry.bytes;
      while (entries.length > KEPT_REQUESTS || (bytes > KEPT_BYTES && entries.length > 1))
        bytes -= entries.shift()?.bytes ?? 0;
    },
    list: async (limit) =>
      entries
        .slice(-limit)
        .reverse()
        .map((entry) => entry.document()),
    async clear() {
      entries = [];
      bytes = 0;
    },
  };
}
