// Two processes on one PostgreSQL export their spans to a collector: any server that takes OTLP's JSON.
import { expect, onTestFinished, test } from 'vitest';
import { statementOf } from '../../generators/statements/testing/other-documents.ts';
import { currentTrace, inTrace, openTracing } from '../../simulator/ports/trace.ts';
import { postgresDatabase } from '../../simulator/store/testing/postgres-place.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';
import { runPayrig } from '../sandbox/testing/run-command.ts';

type Value = { stringValue?: string; intValue?: number };
type Exported = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: Value }[];
};

async function collector() {
  const receiver = await startReceiver((_, response) => response.writeHead(200).end('{}'));
  onTestFinished(receiver.close);
  const spans = () =>
    receiver.seen.flatMap(({ path, body }) => {
      expect(path).toBe('/v1/traces');
      const { resourceSpans } = JSON.parse(body.toString()) as {
        resourceSpans: {
          resource: { attributes: Exported['attributes'] };
          scopeSpans: { spans: Exported[] }[];
        }[];
      };
      return resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const service = attribute(resource.attributes, 'service.name');
        return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
      });
    });
  return { url: receiver.url, spans };
}

const attribute = (attributes: Exported['attributes'], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('one trace leads from a call over work and a delayed retry to the delivery of another replica', async () => {
  const { url: endpoint, spans } = await collector();
  const database = await postgresDatabase();
  onTestFinished(database.remove);
  const replica = async (service: string) => {
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: service,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const words = ['sandbox', '--store', database.url, '--port', '0', '--users', '1', '--quiet'];
    const running = runPayrig(words, variables);
    onTestFinished(() => void running.child.kill('SIGKILL'));
    const url = await running.line(/^http/);
    const call = async (
      method: string,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(url + path, {
        method,
        headers: { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json', ...headers },
        body: body ? JSON.stringify(body) : null,
      });
      expect(answer.ok, `${method} ${path}`).toBe(true);
      return answer.json();
    };
    return { ...running, call };
  };
  const [one, two] = await Promise.all([replica('one'), replica('two')]);

  let status = 500;
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  onTestFinished(receiver.close);
  const events = ['user-bank-statement-submitted'];
  await one.call('POST', '/webhooks', { name: 'traced', events, url: receiver.url });
  const { user_id } = await one.call('POST', '/_sandbox/users', {});
  await one.call('POST', `/_sandbox/users/${user_id}/authorisations`, {});
  const { token } = await one.call('POST', `/_sandbox/users/${user_id}/tokens`, {});
  const { presigned_urls } = await one.call(
    'PUT',
    '/documents/bank-statements/presign',
    { files: [{ file_name: 'may.pdf' }] },
    { Authorization: `Bearer ${token}` },
  );
  const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
  await fetch(presigned_urls[0].presigned_url, {
    method: 'PUT',
    headers: { traceparent: `00-${caller.trace}-${caller.span}-01` },
    body: new Blob([Uint8Array.from(await statementOf('Ada Byron'))]),
  });
  await receiver.count(1);
  const { deliveries } = await expect
    .poll(() => two.call('GET', '/_sandbox/deliveries'), { timeout: 20_000 })
    .toMatchObject({ deliveries: [{ attempts: [{ status: 500 }] }] })
    .then(() => two.call('GET', '/_sandbox/deliveries'));
  expect(deliveries).toHaveLength(1);
  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  status = 204;
  await two.call('POST', '/_sandbox/clock', { by: 'P1D' });
  await receiver.count(2);
  two.child.kill('SIGTERM');
  expect(await two.ended, two.printed().err).toBe(0);

  const trace = spans().filter(({ traceId }) => traceId === caller.trace);
  const named = (name: string) => trace.filter((span) => span.name === name);
  const [upload] = named('PUT /_storage');
  const [work] = named('work extraction');
  const [first, second] = named('deliver user-bank-statement-submitted').toSorted(
    (a, b) =>
      Number(attribute(a.attributes, 'payrig.attempt')) - Number(attribute(b.attributes, 'payrig.attempt')),
  );
  expect(upload).toMatchObject({ service: 'one', parentSpanId: caller.span });
  expect(work).toMatchObject({ parentSpanId: upload?.spanId });
  expect(first).toMatchObject({ parentSpanId: work?.spanId, status: { code: 2 } });
  expect(second).toMatchObject({ service: 'two', parentSpanId: work?.spanId, status: { code: 0 } });
  expect(attribute(second?.attributes ?? [], 'http.response.status_code')).toBe(204);
  const told = receiver.seen.map(({ headers }) => headers['traceparent']);
  expect(told).toEqual([first, second].map((span) => `00-${caller.trace}-${span?.spanId}-01`));
}, 60_000);

test('a sampled-out trace stays one, and an error marks its span', async () => {
  const { url, spans } = await collector();
  const errors: unknown[] = [];
  const open = (variables: Record<string, string>) =>
    openTracing({ OTEL_TRACES_EXPORTER: 'otlp', ...variables }, '1.0.0', (error) => errors.push(error));
  // The exporter reads its own variables from the process.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url;
  onTestFinished(() => void delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
  const tracing = await open({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const parent = (flags: string) => `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`;
  const run = (traceparent: string | undefined, task: () => Promise<unknown>) =>
    inTrace(traceparent, tracing?.startSpan, () => ({ name: 'step', kind: 'internal' }), task);
  expect(await run(parent('00'), async () => currentTrace())).toMatch(/^00-4bf9.*-00$/);
  expect(await run(undefined, async () => currentTrace())).toMatch(/-00$/);
  const failing = run(parent('01'), () => Promise.reject(new RangeError('no')));
  await expect(failing).rejects.toThrow('no');
  await tracing?.close();
  expect(spans()).toMatchObject([{ name: 'step', status: { code: 2 }, service: 'payrig' }]);
  expect(errors).toEqual([]);
});

test('nothing is loaded unless the variables ask for it, and a protocol that is not supported is reported', async () => {
  const errors: unknown[] = [];
  const open = (variables: Record<string, string>) =>
    openTracing(variables, '1.0.0', (error) => errors.push(String(error)));
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';
  expect(await open({})).toBeUndefined();
  expect(await open({ OTEL_SERVICE_NAME: 'payrig' })).toBeUndefined();
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  expect(errors).toEqual([]);
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined();
  expect(errors).toEqual([expect.stringContaining('OTEL_EXPORTER_OTLP_PROTOCOL is grpc, not http/json')]);
});
