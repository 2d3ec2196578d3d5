import { copyFileSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readRecording } from '../../conformance/watch/recording.ts';
import { Watch } from '../../conformance/watch/watch.ts';
import type { Stream } from '../../generators/random.ts';
import { freePort } from '../../spec/free-port.ts';
import { type Running, runPayrig } from '../sandbox/testing/run-command.ts';
import { faultTest, soakSeconds } from './testing/fault-test.ts';
import { MemoryTrend } from './testing/memory-trend.ts';
import type { Problems } from './testing/problems.ts';
import { smallDisk } from './testing/small-disk.ts';

const clause = 'configuration.shape.types';

/** Between the watch and the sandbox: marks each answer with what it answers, and breaks the configuration when asked to. */
async function startFront(upstream: () => string) {
  const front = {
    url: '',
    isBreaking: false,
    isDown: false,
    seen: 0,
    broken: 0,
    close: () => void server.close(),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (front.isDown) return void request.socket.destroy();
    const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
    const body = parts.length > 0 ? Buffer.concat(parts) : null;
    const target = `${upstream()}${request.url}`;
    const answer = await fetch(target, { method: request.method!, headers, body }).catch(() => undefined);
    if (!answer) return void request.socket.destroy();
    let text = await answer.text();
    if (front.isBreaking && request.method === 'GET' && request.url!.startsWith('/configuration')) {
      text = text.replace(/"payroll_period_months":\d+/, '"payroll_period_months":"six"');
      front.broken += 1;
    }
    front.seen += 1;
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const mark = String(request.headers['x-request-id']);
    response.writeHead(answer.status, { 'Content-Type': type, 'X-Request-Id': mark }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return front;
}

/** Mixed requests to the watch; each answer has to be its own. `isTroubled` while failures are expected. */
class Clients {
  readonly #url: string;
  readonly #problems: Problems;
  readonly #chance: Stream;
  readonly #everyMs: number;
  isTroubled = false;
  isOver = false;
  answered = 0;
  failed = 0;

  /** `everyMs` is from one request of a client to its next. */
  constructor(url: string, problems: Problems, chance: Stream, everyMs: number) {
    this.#url = url;
    this.#problems = problems;
    this.#chance = chance;
    this.#everyMs = everyMs;
  }

  async run(name: string): Promise<void> {
    /** A user of this client, who is changed a few times and deleted: what the watch remembers is always something new. */
    let user: string | undefined;
    for (let nth = 0; !this.isOver; nth += 1) {
      const mark = `${name}-${nth}`;
      const months = this.#chance.int(1, 24);
      const next = performance.now() + this.#everyMs;
      const [method, path, sent] = this.#chance.pick([
        user === undefined
          ? (['POST', '/_sandbox/users', {}] as const)
          : (['PATCH', `/users/${user}`, { forename: mark, payroll_period_months: months }] as const),
        user === undefined
          ? ['GET', '/users?offset=1&limit=5', undefined]
          : ['DELETE', `/users/${user}`, undefined],
        ['GET', `/users?offset=1&limit=${this.#chance.int(1, 100)}`, undefined],
        ['GET', '/configuration', undefined],
        ['GET', '/providers', undefined],
        ['PATCH', '/configuration', { payroll_period_months: months }],
        ['PATCH', '/configuration', { payroll_period_months: 'six' }],
        ['GET', '/webhooks', undefined],
        ['GET', '/nowhere', undefined],
      ] as const);
      const headers = {
        'X-API-KEY': 'sandbox-key',
        'Content-Type': 'application/json',
        'X-Request-Id': mark,
      };
      try {
        const body = sent === undefined ? null : JSON.stringify(sent);
        const answer = await fetch(this.#url + path, { method, headers, body });
        const text = await answer.text();
        if (path.startsWith('/_sandbox')) user = JSON.parse(text).user_id;
        else if (method === 'DELETE') user = undefined;
        if (answer.headers.get('x-payrig-watch') === 'proxy')
          throw new Error(`the proxy said ${answer.status}`);
        if (answer.headers.get('x-request-id') !== mark) this.#problems.add('a crossed answer', mark);
        this.answered += 1;
      } catch (error) {
        this.failed += 1;
        if (!this.isTroubled) this.#problems.add('traffic was lost', `${mark}: ${(error as Error).message}`);
        await pause(50);
      }
      await pause(Math.max(0, next - performance.now()));
    }
  }
}

/** A watch in front of a sandbox: recordings are moved away as they are put aside, as an operator's shipper would. */
faultTest({
  name: 'watch',
  title: 'a watch loses nothing of the traffic by full disks, restarts and kills, and its report is true',
  short: { seconds: 24, clients: 3, perSecond: 1000 },
  // A run of more than ten minutes is about what gathers over time, and leaves the machine to others.
  long: { seconds: Math.max(90, soakSeconds), clients: 4, perSecond: soakSeconds > 600 ? 30 : 1000 },
  least: { 'requests answered': 200, 'recordings put aside': 2, 'broken on purpose': 1 },
  async run(bed) {
    const { problems, progress, chance, folder } = bed;
    const { seconds, clients: number, perSecond } = bed.size;
    const sandbox = await bed.startSandbox();
    const front = bed.closing(await startFront(() => sandbox.process.url));
    const disk = bed.closing(smallDisk(folder));
    const [port, status] = [await freePort(), await freePort()];
    const reports = join(folder, 'reports');
    const record = join(disk.path, 'traffic.jsonl.gz');
    const words = [
      ...['watch', front.url, '--port', String(port), '--status-port', String(status)],
      ...['--record', record, '--rotate', '20kB', '--keep', '1h', '--ledger', join(disk.path, 'ledger.json')],
      ...[
        '--report-dir',
        reports,
        '--report-every',
        `${Math.max(2, Math.round(seconds / 10))}s`,
        '--sole-writer',
      ],
    ];
    let watch: Running;
    const start = async (): Promise<void> => {
      watch = runPayrig(words);
      await watch.line(/Requests to/);
    };
    await start();
    bed.closing({ close: () => void watch.child.kill('SIGKILL') });
    const clients = new Clients(`http://127.0.0.1:${port}`, problems, chance, (1000 * number) / perSecond);
    const running = Array.from({ length: number }, (_, at) => clients.run(`client-${at}`));
    const memory = new MemoryTrend();
    let aside = 0;
    const shipping = setInterval(() => {
      for (const name of readdirSync(disk.path).filter((one) => /^traffic-.*Z\.jsonl\.gz$/.test(one))) {
        // Another file system: a rename does not reach it.
        copyFileSync(join(disk.path, name), join(folder, name));
        unlinkSync(join(disk.path, name));
        aside += 1;
      }
    }, 500);
    const phase = async (share: number, what: string): Promise<void> => {
      progress(
        `${what}: ${clients.answered} answered, ${clients.failed} failed, ${aside} recordings put aside`,
      );
      await pause(share * seconds * 1000);
    };
    /** What was lost with a killed process: answers of its last second may not be on the disk yet. */
    let unflushed = 0;
    const kill = async (): Promise<void> => {
      const before = clients.answered;
      await pause(1000);
      unflushed += clients.answered - before;
      clients.isTroubled = true;
      const late = clients.answered;
      watch.child.kill('SIGKILL');
      await watch.ended;
      await start();
      unflushed += clients.answered - late;
      await pause(300);
      clients.isTroubled = false;
    };
    await phase(0.1, 'begun');
    await kill();
    await phase(0.1, 'killed once');
    disk.fill(0, watch!.child.pid!);
    await phase(0.1, 'the disk is full');
    // A limit on the size of files ends with the process, and holds for what is on the disk already, too.
    if (disk.isReal) await kill();
    disk.empty(watch!.child.pid!);
    await phase(0.05, 'there is room again');
    clients.isTroubled = true;
    front.isDown = true;
    await sandbox.restart('kill');
    front.isDown = false;
    await pause(500);
    clients.isTroubled = false;
    await phase(0.05, 'the upstream has restarted');
    await kill();
    const sampling = setInterval(() => memory.add(residentOf(watch.child.pid!)), 250);
    await phase(0.1, 'killed twice');
    front.isBreaking = true;
    await phase(0.05, 'the upstream is broken');
    front.isBreaking = false;
    await phase(0.45, 'the upstream is whole');
    clearInterval(sampling);
    clients.isOver = true;
    await Promise.all(running);
    const metrics = await (await fetch(`http://127.0.0.1:${status}/metrics`)).text();
    const counted = Number(/^payrig_watch_recording_lost_total (\d+)$/m.exec(metrics)?.[1]);
    watch!.child.kill('SIGTERM');
    const code = await watch!.ended;
    clearInterval(shipping);
    if (code !== 1) problems.add('exit code', `${code}: ${watch!.printed().err.slice(-800)}`);
    const files = readdirSync(folder)
      .filter((one) => one.startsWith('traffic-'))
      .map((one) => join(folder, one));
    const last = readdirSync(disk.path)
      .filter((one) => /^traffic.*\.gz$/.test(one))
      .map((one) => join(disk.path, one));
    const all = [...files, ...last].sort((a, b) => stampOf(a).localeCompare(stampOf(b)));
    const again = new Watch({ soleWriter: true });
    let recorded = 0;
    for await (const line of readRecording(all)) {
      if ('begin' in line) again.begin(...line.begin);
      else if ('gap' in line) again.gap(line);
      else {
        again.end(line);
        if (line.status > 0) recorded += 1;
      }
    }
    // A killed process hands on what it had counted; the latest says what it has itself.
    const { lost } = again.ledger;
    if (counted > lost) problems.add('lost', `${counted} by the metric, ${lost} by the recordings`);
    if (recorded + lost + unflushed < clients.answered)
      problems.add(
        'not recorded',
        `${recorded} recorded, ${lost} lost, ${unflushed} unflushed of ${clients.answered}`,
      );
    const report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'));
    const seen = report.clauses.find((one: { clause: string }) => one.clause === clause);
    // What the front breaks also differs from what was set before.
    const wrong = report.clauses.filter(
      (one: { verdict: string; clause: string }) =>
        one.verdict === 'fail' && !one.clause.startsWith('configuration.'),
    );
    for (const one of wrong)
      problems.add('accused', `${one.clause}: ${one.failure.expected}, ${one.failure.actual}`);
    if (seen?.seen?.broken !== front.broken)
      problems.add('report', `${front.broken} were broken, ${JSON.stringify(seen?.seen)}`);
    if (!seen?.seen?.keptSince) problems.add('report', 'it does not say that the clause is kept again');
    const { broken } = again.ledger.entries.get(clause) ?? { broken: 0 };
    if (broken !== front.broken)
      problems.add('recordings', `${front.broken} were broken, the recordings show ${broken}`);
    const daily = readdirSync(reports).filter((one) => /^\d{4}-/.test(one)).length;
    if (daily < 2) problems.add('reports', `${daily} reports were written on the way`);
    if (!memory.isFlat()) problems.add('memory grows', JSON.stringify(memory.medians()));
    const { early, late } = memory.medians() ?? { early: 'too short', late: 'too short' };
    return {
      'requests answered': clients.answered,
      'failed while the upstream or the watch was down': clients.failed,
      recorded,
      'counted as lost': lost,
      'on their way at a kill': unflushed,
      'recordings put aside': aside,
      'reports on the way': daily,
      'broken on purpose': front.broken,
      disk: disk.how,
      'MB early': early,
      'MB late': late,
      'MB in each tenth of the time since the second kill': memory.tenths().join(', '),
    };
  },
});

/** The recording that still grows is the latest. */
const stampOf = (file: string): string => /-(\d{4}-[^/]*Z)\.jsonl/.exec(file)?.[1] ?? '~';

function residentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return undefined;
  }
}
