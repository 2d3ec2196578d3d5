import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();

/** A `traceparent` of W3C Trace Context whose ids are not all zero. */
const VALID = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The `traceparent` of the request that the running code serves or follows from, if it has one. */
export const currentTrace = (): string | undefined => traces.getStore();

/** Runs a task as part of a trace, or of none: the worker may have been woken by a request of another trace. */
export function withTrace<T>(traceparent: unknown, task: () => T): T {
  if (typeof traceparent === 'string' && VALID.test(traceparent)) return traces.run(traceparent, task);
  return currentTrace() === undefined ? task() : traces.exit(task);
}
