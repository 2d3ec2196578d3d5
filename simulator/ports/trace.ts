import { AsyncLocalStorage } from 'node:async_hooks';

/** One step of a trace, to be exported. */
export type SpanStart = {
  name: string;
  kind: 'server' | 'internal' | 'client';
  attributes?: SpanAttributes;
};

export type SpanAttributes = Readonly<Record<string, string | number>>;

export type Span = {
  /** What those who continue the trace are told. */
  traceparent: string;
  /** An `error.type` among the attributes marks the span as failed. */
  set(attributes: SpanAttributes): void;
  end(): void;
};

/** Starts a span below a `traceparent`, or a trace. */
export type StartSpan = (start: SpanStart, parent: string | undefined) => Span;

type Position = Pick<Span, 'traceparent'> & Partial<Span>;

const positions = new AsyncLocalStorage<Position>();

/** A `traceparent` of W3C Trace Context whose ids are not all zero. */
const VALID = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The `traceparent` of the running code: that of its span, or of the request that it serves or follows from. */
export const currentTrace = (): string | undefined => positions.getStore()?.traceparent;

/** Adds to the running code's span, if there is one. */
export const setSpan = (attributes: SpanAttributes): void => positions.getStore()?.set?.(attributes);

/** Runs a task as part of a trace, or of none; with `startSpan` as a span of it. */
export function inTrace<T>(
  traceparent: unknown,
  startSpan: StartSpan | undefined,
  start: () => SpanStart,
  task: () => Promise<T>,
): Promise<T> {
  const parent = typeof traceparent === 'string' && VALID.test(traceparent) ? traceparent : undefined;
  if (startSpan) return inSpan(startSpan(start(), parent), task);
  if (parent !== undefined) return positions.run({ traceparent: parent }, task);
  return currentTrace() === undefined ? task() : positions.exit(task);
}

async function inSpan<T>(span: Span, task: () => Promise<T>): Promise<T> {
  try {
    return await positions.run(span, task);
  } catch (error) {
    span.set({ 'error.type': error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}
