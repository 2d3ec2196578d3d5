// Run as a process: `watching.ts bare|watch URL` is a proxy that prints its address: one that pipes and does no more (after
// so many milliseconds, if a third word says so), or that of `payrig watch`, judging. `watching.ts rates RECORDING ROUNDS` prints for each
// round how many exchanges it judged in a second of the processor's time. `watching.ts same|new RECORDING COUNT` (with --expose-gc)
// judges the recording over and over, about the same records or about new ones each time, and prints the heap's bytes.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Intake } from '../../../conformance/watch/intake.ts';
import { OpenWatch } from '../../../conformance/watch/open-watch.ts';
import { startProxy } from '../../../conformance/watch/proxy.ts';
import { Watch } from '../../../conformance/watch/watch.ts';
import { startLocalServer } from '../../../spec/local-server.ts';

const [mode, target = '', count = '0'] = process.argv.slice(2);
const watch = new Watch({ soleWriter: true });
if (mode === 'watch') {
  const proxy = await startProxy({ kind: 'exchange', to: target, port: 0, intake: new Intake(watch) });
  console.log(proxy.url);
} else if (mode === 'bare') {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(target);
  const server = await startLocalServer((incoming, response) => {
    const { method, url: path, headers } = incoming;
    const upstream = request({ agent, hostname, port, method, path, headers }, (answer) => {
      const passOn = () => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      if (count === '0') passOn();
      else setTimeout(passOn, Number(count));
    });
    // The caller sees that the connection is cut, as it would without a proxy.
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  });
  console.log(server.url);
} else if (mode === 'rates') {
  // Before the first round that counts the rate still rises, while the code is compiled.
  for (let round = -10; round < Number(count); round++) {
    const open = new OpenWatch({});
    const before = process.cpuUsage();
    for (let time = 0; time < 10; time++) await open.recording([target]);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) console.log(open.watch.ledger.counts.exchanges / ((user + system) / 1e6));
  }
} else {
  const lines = readFileSync(target, 'utf8').trim().split('\n').slice(1);
  let order = 0;
  for (let done = 0, round = 0; done < Number(count); round++) {
    const other = (id: string): string => (Number.parseInt(id, 16) ^ round).toString(16).padStart(7, '0');
    for (const line of lines) {
      const read = JSON.parse(mode === 'new' ? line.replace(/[0-9a-f]{7}(?=-)/g, other) : line);
      if ('begin' in read) continue;
      watch.begin(++order, read.method, read.url);
      watch.end({ ...read, begun: order, ended: ++order });
      done++;
    }
  }
  for (let time = 0; time < 2; time++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  console.log(heapUsed + external);
}
