// Receivers that differ in everything lawful: none of them may be blamed for anything.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { isProof, sample } from '../../spec/testing/test-run.ts';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { expressReceiver, fetchReceiver } from '../../spec/webhooks/index.ts';
import type { RunResult } from '../judgement/result.ts';
import { runExam } from '../suite/run-exam.ts';
import { agreedInTests } from './testing/agreed-in-tests.ts';
import {
  counting,
  handledOrForgotten,
  type Protection,
  Refusal,
  type RunningReceiver,
  rightSteps,
  type Steps,
  startSteps,
} from './testing/hand-made-receiver.ts';
import { leftOut } from './testing/left-out.ts';

const seed = Number(process.env['PAYRIG_SEED'] ?? 20_261_115);
const protections: Protection[] = [
  agreedInTests,
  { secret: agreedInTests.secret },
  { key: agreedInTests.key },
  {},
];

const blamed = ({ clauses }: RunResult) =>
  clauses
    .filter(({ verdict, skip }) => verdict !== 'pass' && skip?.kind !== 'not-selected')
    .filter(({ skip }) => !/^it needs|in time, by your probe/.test(skip?.message ?? ''))
    .map(({ clause, verdict, failure, skip, error }) => ({ clause, verdict, failure, skip, error, seed }));

const examined = async (receiver: RunningReceiver, { secret, key }: Protection, skip: string[] = []) => {
  try {
    return await runExam(
      { url: receiver.url, secret, encryptionKey: key },
      { ...asked(receiver), seed, skip, failOn: 'implied', promptMs: 4000 },
    );
  } finally {
    await receiver.close();
  }
};

const asked = ({ handled, failing }: RunningReceiver) => ({ handled, failing });

const handMade =
  (change: (right: Steps) => Partial<Steps> = () => ({})) =>
  (protection: Protection) => {
    const right = rightSteps();
    return startSteps(protection, { ...right, ...change(right) });
  };

async function listening(
  server: Server,
  path: string,
  { handled, failing }: Pick<RunningReceiver, 'handled' | 'failing'>,
): Promise<RunningReceiver> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    handled,
    failing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Event = { user_id: string };

/** Works once the answer is given, and again until it succeeds. */
function inItsOwnTime(work: () => unknown): void {
  setImmediate(async () => {
    try {
      await work();
    } catch {
      inItsOwnTime(work);
    }
  });
}

const kinds: Record<string, (protection: Protection) => Promise<RunningReceiver>> = {
  'made by hand': handMade(),
  'the kit in Express, below a path with a query': (protection) => {
    const own = counting();
    const handle = ({ user_id }: Event) => own.count(user_id);
    const app = express().post('/a/b', expressReceiver(agreementWith(protection), handle));
    return listening(createServer(app), '/a/b?tenant=7', own);
  },
  'the kit behind express.raw, and without a memory': (protection) => {
    const own = counting();
    const seen = new Set<string>();
    const once = ({ user_id }: Event, { id }: { id: string }) => {
      if (!seen.has(id)) own.count(user_id);
      seen.add(id);
    };
    const app = express().post(
      '/',
      express.raw({ type: () => true, limit: '10mb' }),
      expressReceiver({ ...agreementWith(protection), seen: false }, once),
    );
    return listening(createServer(app), '/', own);
  },
  'the kit in a fetch-style handler': (protection) => {
    const own = counting();
    const take = fetchReceiver(agreementWith(protection), ({ user_id }: Event) => own.count(user_id));
    const server = createServer(async (incoming, outgoing) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        const headers = new Headers(incoming.headers as Record<string, string>);
        const response = await take(
          new Request('http://receiver.test/', { method: 'POST', headers, body: Buffer.concat(chunks) }),
        );
        outgoing.writeHead(response.status).end(await response.text());
      } catch {
        outgoing.destroy();
      }
    });
    return listening(server, '/', own);
  },
  'by the sample that the sandbox shows at /docs': async (protection) => {
    const sample = new URL('../../simulator/docs/open-delivery.js', import.meta.url);
    const { openDelivery } = await import(sample.href);
    const { secret, key = null } = protection;
    return handMade(({ take, read, isDelivery, isNew }) => ({
      async take(steps, request, response, own) {
        if (secret === undefined) return take(steps, request, response, own);
        const raw = await read(request);
        const event = openDelivery(raw, request.headers, secret, key);
        if (!isDelivery(event)) throw new Error('no delivery');
        if (isNew(event, raw, request)) await handledOrForgotten(steps, event, own.count);
        response.writeHead(204).end();
      },
    }))(protection);
  },
  'that answers 200 with a body, and 403 to forgeries': handMade(({ take }) => ({
    take: (steps, request, response, own) => {
      const { writeHead } = response;
      response.writeHead = ((status: number) =>
        writeHead.call(response, status === 204 ? 200 : status, { 'Content-Type': 'text/plain' })) as never;
      return take(steps, request, response, own);
    },
    fail: (_, response) => response.writeHead(403).end('<h1>Forbidden</h1>'),
  })),
  'that answers first and works afterwards': handMade(({ handle, take }) => ({
    handle: () => {},
    take: (steps, request, response, own) =>
      take(
        { ...steps, handle: (event) => inItsOwnTime(() => handle(event, own.count)) },
        request,
        response,
        own,
      ),
  })),
  'that closes each connection': handMade(({ take }) => ({
    take: (steps, request, response, own) => {
      response.setHeader('Connection', 'close');
      return take(steps, request, response, own);
    },
  })),
  'that hides refusals behind 404': handMade(() => ({
    fail: (_, response) => response.writeHead(404).end(),
  })),
  'that tells repeats by a digest of the plain body': handMade(({ isNew, forget }) => {
    const digests = new Set<string>();
    const digestOf = (event: object) => createHash('sha256').update(JSON.stringify(event)).digest('hex');
    return {
      isNew(event, body, request) {
        if (digests.has(digestOf(event))) return false;
        digests.add(digestOf(event));
        return isNew(event, body, request);
      },
      forget(event) {
        digests.delete(digestOf(event));
        forget(event);
      },
    };
  }),
  'that takes one of two secrets': handMade(({ verify }) => ({
    verify: (body, signature, secret, request) =>
      ['the next secret', secret].some((one) => verify(body, signature, one, request)),
  })),
  'that is slow but answers': handMade(({ handle }) => ({
    async handle(event, count) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      await handle(event, count);
    },
  })),
  'that works off a queue, one delivery in eight milliseconds': handMade(({ handle, take }) => {
    let queue: Promise<unknown> = Promise.resolve();
    return {
      take: (steps, request, response, own) => {
        const later = (event: Record<string, unknown>) => {
          queue = queue
            .then(() => new Promise((resolve) => setTimeout(resolve, 8)))
            .then(() => inItsOwnTime(() => handle(event, own.count)));
        };
        return take({ ...steps, handle: later }, request, response, own);
      },
    };
  }),
  'that drops forgeries without a word': handMade(() => ({
    fail: (error, response) =>
      response.writeHead(error instanceof Refusal && error.status === 500 ? 500 : 200).end(),
  })),
};

const quiet = 'that drops forgeries without a word';
const loud = Object.keys(kinds).filter((name) => name !== quiet);
const everyWay = loud.flatMap((name, at) =>
  // The first in every way; the others each in one, and few with the thousand bodies, in which they do not differ.
  (at === 0 ? protections : [protections[at % 2]!]).map((protection) => ({
    name,
    protection,
    skip: isProof && at < 4 ? [] : ['survival.garbage', ...leftOut],
  })),
);

test.each(sample(everyWay, 1))(
  'a receiver $name passes, protected by $protection',
  async ({ name, protection, skip }) => {
    const result = await examined(await kinds[name]!(protection), protection, skip);
    expect(blamed(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
  },
);

test('a receiver that acknowledges forgeries and drops them passes where a probe shows it, and only there', async () => {
  // What is sealed and no delivery is about nobody, so that no probe can tell.
  const silent = ['content.*', 'survival.garbage', ...leftOut];
  const dropping = await examined(await kinds[quiet]!(agreedInTests), agreedInTests, silent);
  expect(blamed(dropping)).toEqual([]);
  const receiver = await kinds[quiet]!(agreedInTests);
  const { secret, key } = agreedInTests;
  const options = { seed, only: ['signature.missing'] };
  const result = await runExam({ url: receiver.url, secret, encryptionKey: key }, options);
  await receiver.close();
  expect(result.exitCode).toBe(1);
});
