import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '../../conformance/judgement/result.ts';
import type { OpenWatch } from '../../conformance/watch/open-watch.ts';
import { givenAddress } from '../../spec/given-address.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl, profileOf } from '../judging/check-arguments.ts';
import { outputsFor } from '../judging/check-outputs.ts';
import { commandOf, durationMs } from '../terminal/command-of.ts';
import { onStopTwice } from '../terminal/on-stop.ts';
import { paintFor } from '../terminal/paint.ts';
import { drawingOn } from '../terminal/streams.ts';
import { messageOf, readText, UsageError } from '../terminal/usage-error.ts';

type WatchCommandOptions = CommandOptions['watch'];

const saveEveryMs = 60_000;
const screenEveryMs = 1000;

/** `100MB` or `1h`. */
function rotation(text: string): { bytes?: number; ms?: number } {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([kMG])B$/i.exec(text.trim()) ?? [];
  const size = 1000 ** ('kmg'.indexOf(unit.toLowerCase()) + 1);
  return count === undefined ? { ms: durationMs(text) } : { bytes: Number(count) * size };
}

export const command = () => commandOf('watch', watch, { rotation });

async function watch(url: string | undefined, options: WatchCommandOptions): Promise<void> {
  const { har, recording, environment, failOn, keepValues } = options;
  // Node itself takes SIGUSR1 for its debugger. payrig.mjs keeps one that comes during the start from ending the process.
  let interim = (): void => undefined;
  process.on('SIGUSR2', () => interim());
  expectPossible(url, options);
  if (keepValues)
    process.stderr.write('--keep-values: files will hold personal data and secrets as they are.\n');
  const show = await outputsFor(options);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const tellOnce = onceEach(tell);
  const { OpenWatch } = await import('../../conformance/watch/open-watch.ts');
  const { secret, encryptionKey, soleWriter, record, ledger: ledgerFile, rotate, sample } = options;
  const profile = await profileOf(options.profile);
  const open = new OpenWatch({
    ...{ profile, environment, soleWriter, secret, encryptionKey, ledgerFile },
    ...{ record, rotate, keepMs: options.keep, sample, keepValues, warn: tellOnce },
  });
  let target = givenAddress(url ?? recording?.[0] ?? har ?? options.webhooksTo!).url;
  const report = () => open.watch.ledger.report(target, { failOn, environment, source: open.source });
  if (har !== undefined) {
    const { base, others } = await open.har(har, url);
    target = givenAddress(base).url;
    tell(`The service is taken to be at ${base}; ${others} requests to other addresses were left alone.`);
  } else if (recording !== undefined) await open.recording(recording);
  else {
    const save = (): void => tellOnce(open.save(target));
    interim = () => {
      save();
      show(report()).catch((error: Error) => tell(`The reports cannot be written: ${error.message}`));
    };
    await pass(open, url, options, { save, report, target, tellOnce });
  }
  try {
    await open.close(target);
  } catch (error) {
    tell(`The ledger or the recording could not be written: ${messageOf(error)}`);
    process.exitCode = 3;
  }
  await show(report());
}

function expectPossible(url: string | undefined, options: WatchCommandOptions): void {
  for (const one of [url, options.webhooksTo]) expectHttpUrl(one);
  const { har, recording, record, rotate, keep, reportDir, reportEvery } = options;
  if (url === undefined && har === undefined && recording === undefined && options.webhooksTo === undefined)
    throw new UsageError(
      'Name the base URL of the deployment, or a file: payrig watch URL, or payrig watch --har FILE',
    );
  const both = (names: string, ...values: readonly unknown[]): void => {
    if (new Set(values.map((value) => value === undefined)).size > 1)
      throw new UsageError(`${names} belong together.`);
  };
  both('--webhooks-port and --webhooks-to', options.webhooksPort, options.webhooksTo);
  both('--tls-cert and --tls-key', options.tlsCert, options.tlsKey);
  if ((rotate && record === undefined) || (keep !== undefined && !rotate))
    throw new UsageError('--rotate needs --record, and --keep needs --rotate.');
  if (reportEvery !== undefined && reportDir === undefined)
    throw new UsageError('--report-every needs --report-dir.');
}

/** Passes each warning on once, until there is nothing to warn of any more: two causes may take turns. */
function onceEach(tell: (text: string) => void): TellOnce {
  const said = new Set<string>();
  return (text) => {
    if (text === undefined) return said.clear();
    if (!said.has(text)) tell(text);
    said.add(text);
  };
}

type TellOnce = (text: string | undefined) => void;
type Passing = { save: () => void; report: () => RunResult; target: string; tellOnce: TellOnce };

async function pass(
  open: OpenWatch,
  url: string | undefined,
  options: WatchCommandOptions,
  passing: Passing,
) {
  const { save, report, target, tellOnce } = passing;
  const { startProxy } = await import('../../conformance/watch/proxy.ts');
  const { screen } = await import('../../conformance/watch/screen.ts');
  const { host, allowedHost: allowedHosts, webhooksPort, webhooksTo: to, tlsCert, tlsKey } = options;
  const { intake } = open;
  const tls =
    tlsCert === undefined || tlsKey === undefined
      ? undefined
      : { cert: await readText(tlsCert, 'certificate'), key: await readText(tlsKey, 'key') };
  const { BreakHook } = await import('../../conformance/watch/break-hook.ts');
  const { onBreak, hookSecret: secret } = options;
  const hook =
    onBreak === undefined ? undefined : new BreakHook({ to: onBreak, secret, target, failed: tellOnce });
  if (hook) open.watch.ledger.onBreak = (...broken) => void hook.tell(...broken);
  const proxies: { url: string; close(): Promise<void> }[] = [];
  const start = async (kind: 'exchange' | 'delivery', to: string, port: number): Promise<void> => {
    const proxy = await startProxy({ kind, to, port, host, allowedHosts, intake, tls }).catch(
      (error: Error) => {
        throw new UsageError(`The proxy cannot listen on port ${port}: ${error.message}`);
      },
    );
    proxies.push(proxy);
    (options.json ? process.stderr : process.stdout).write(
      `${kind === 'exchange' ? 'Requests' : 'Deliveries'} to ${proxy.url} go to ${to}.\n`,
    );
  };
  if (url !== undefined) await start('exchange', url, options.port);
  if (to !== undefined && webhooksPort !== undefined) await start('delivery', to, webhooksPort);
  if (options.statusPort !== undefined) {
    const { startStatus } = await import('../../conformance/watch/status.ts');
    const status = await startStatus({ open, hook, report, port: options.statusPort, host, allowedHosts });
    proxies.push(status);
    process.stderr.write(`${status.url}/metrics, /ready and /report show how it goes.\n`);
  }
  const saving = setInterval(save, saveEveryMs);
  const draw = screen(open.watch.ledger, drawingOn(process.stderr), paintFor(process.stderr), options);
  const redraw = setInterval(draw, screenEveryMs);
  const reporting = reportEach(options, report, tellOnce);
  await new Promise<void>((resolve) => onStopTwice(resolve, () => process.exit(130)));
  for (const timer of [saving, redraw, reporting]) clearInterval(timer);
  for (const proxy of proxies) await proxy.close();
}

/** Writes reports into a folder of their own at whole multiples of the time, such as each midnight (UTC). */
function reportEach(
  { reportDir = '', reportEvery = Number.POSITIVE_INFINITY }: WatchCommandOptions,
  report: () => RunResult,
  tellOnce: TellOnce,
): NodeJS.Timeout {
  const period = (): number => Math.floor(Date.now() / reportEvery);
  let latest = period();
  const write = async (): Promise<void> => {
    if (period() === latest) return;
    latest = period();
    const folder = join(reportDir, new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
    const { writeReports } = await import('../../conformance/report/write-reports.ts');
    await mkdir(folder, { recursive: true });
    await writeReports(report(), folder);
  };
  const failed = (error: unknown): void => tellOnce(`The reports cannot be written: ${messageOf(error)}`);
  return setInterval(() => void write().catch(failed), screenEveryMs);
}
