import type { Document, RequestLog } from '../../port.ts';

/** How many requests of a client are kept. */
export const KEPT_REQUESTS = 1000;

/** The latest requests, kept by this process alone. */
export function recentRequests(): RequestLog {
  let entries: Document[] = [];
  return {
    add(entry) {
      entries.push(entry);
      // Now and then rather than with each one, which would move all of them.
      if (entries.length >= 2 * KEPT_REQUESTS) entries = entries.slice(-KEPT_REQUESTS);
    },
    list: async (limit) => entries.slice(-Math.min(limit, KEPT_REQUESTS)).reverse(),
    async clear() {
      entries = [];
    },
  };
}
