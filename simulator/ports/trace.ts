import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanStart = { name: string; kind: 'server' | 'internal' | 'client'; attributes?: SpanAttributes };

export type SpanAttributes = Readonly<Record<string, string | number>>;

export type Span = {
  /** The header by which others continue the trace. */
  traceparent: string;
  /** An `error.type` among the attributes marks the span as failed. */
  set(attributes: SpanAttributes): void;
  end(): void;
};

export type StartSpan = (start: SpanStart, parent: string | undefined) => Span;

const positions = new AsyncLocalStorage<Pick<Span, 'traceparent'> & Partial<Span>>();

/** A `traceparent` of W3C Trace Context whose ids are not all zero. */
const VALID = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The `traceparent` of the running code: that of its span, or of the request that it serves or follows from. */
export const currentTrace = (): string | undefined => positions.getStore()?.traceparent;

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

type Tracing = { startSpan: StartSpan; close: () => Promise<void> };

type Variables = Readonly<Record<string, string | undefined>>;

/** Exports traces where OpenTelemetry's variables ask for it; its packages are optional and load only then. */
export async function openTracing(variables: Variables, version: string, onError: (error: unknown) => void) {
  if (!isAskedFor(variables)) return undefined;
  const protocol =
    variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || variables.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (!protocol.startsWith('http/')) {
    onError(new Error(`No traces are exported: OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}, not http/json`));
    return undefined;
  }
  try {
    return await start(variables, version);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    onError(isMissing ? new Error(`No traces are exported: npm install ${PACKAGES}`) : error);
    return undefined;
  }
}

const PACKAGES = '@opentelemetry/{api,sdk-trace@2,resources@2,exporter-trace-otlp-http@0.223}';

function isAskedFor(variables: Variables): boolean {
  const exporter = variables.OTEL_TRACES_EXPORTER || 'otlp';
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  return (
    variables.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    exporter === 'otlp' &&
    Boolean(endpoint || variables.OTEL_TRACES_EXPORTER)
  );
}

async function start(variables: Variables, version: string): Promise<Tracing> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api');
  const sdk = await import('@opentelemetry/sdk-trace');
  const resources = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');

  const scheduledDelayMillis = Number(variables.OTEL_BSP_SCHEDULE_DELAY || 5000);
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'payrig', 'service.version': version }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(sdk, variables),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis })],
  });
  const tracer = provider.getTracer('payrig', version);
  const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };
  return {
    startSpan({ name, kind, attributes = {} }: SpanStart, parent) {
      const [, traceId = '', spanId = '', flags = ''] = parent?.split('-') ?? [];
      const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
      const context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
        : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
      const own = span.spanContext();
      return {
        traceparent: `00-${own.traceId}-${own.spanId}-0${own.traceFlags & TraceFlags.SAMPLED}`,
        set(more) {
          span.setAttributes(more);
          if ('error.type' in more) span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
    close: () => provider.shutdown(),
  };
}

function samplerOf(sdk: typeof import('@opentelemetry/sdk-trace'), variables: Variables) {
  const name = variables.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const root = name.endsWith('always_off')
    ? new sdk.AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new sdk.TraceIdRatioBasedSampler(Number(variables.OTEL_TRACES_SAMPLER_ARG || 1))
      : new sdk.AlwaysOnSampler();
  return name.startsWith('parentbased') ? new sdk.ParentBasedSampler({ root }) : root;
}
