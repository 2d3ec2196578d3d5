import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { nameLookup } from './target-rules.ts';

/** A resolver whose only name server answers as its argument says, or not at all. */
async function resolverOf(
  answer: (socket: Socket, query: Buffer, port: number) => void,
  timeout = 300,
): Promise<Resolver> {
  const server = createSocket('udp4', (query, { port }) => answer(server, query, port));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const resolver = new Resolver({ timeout, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  onTestFinished(() => resolver.cancel());
  return resolver;
}

/** Names that do not exist. */
const notFound = (server: Socket, query: Buffer, port: number) => {
  query.writeUInt16BE(0x8183, 2);
  server.send(query, port, '127.0.0.1');
};

it('names that no server answers for hold up neither other names nor files', async () => {
  let asked = 0;
  const system = async () => {
    asked += 1;
    return [];
  };
  const lookUp = nameLookup({ resolver: await resolverOf(() => {}), system });
  let ended = 0;
  for (let n = 0; n < 30; n += 1)
    lookUp(`silent-${n}.test`).catch((error) => {
      if (error.code === 'ETIMEOUT') ended += 1;
    });
  expect((await lookUp('localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  await stat('/');
  expect([ended, asked]).toEqual([0, 0]);
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(30);
  expect(asked).toBe(0);
});

it('a name that the server does not know is looked up by the system, two at a time', async () => {
  const waiting: (() => void)[] = [];
  const found = [{ address: '192.0.2.1', family: 4 as const }];
  const system = () => new Promise<typeof found>((resolve) => waiting.push(() => resolve(found)));
  const lookUp = nameLookup({ resolver: await resolverOf(notFound, 10_000), system });
  const all = Promise.all(['a', 'b', 'c'].map((name) => lookUp(`${name}.test`)));
  await expect.poll(() => waiting.length).toBe(2);
  for (let n = 0; n < 3; n += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  expect(await all).toEqual([found, found, found]);
});

it("a name in the hosts file is the system's, whatever the server says", async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const hosts = join(path, 'hosts');
  await writeFile(hosts, '# receivers\n192.0.2.7\tReceiver.test other.test\n');
  const found = [{ address: '192.0.2.7', family: 4 as const }];
  const lookUp = nameLookup({ resolver: await resolverOf(() => {}), system: async () => found, hosts });
  expect(await lookUp('receiver.test')).toEqual(found);
});
