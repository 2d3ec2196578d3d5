import type { Command } from 'commander';
import type { RunResult } from '../../conformance/judgement/result.ts';
import type { OpenWatch } from '../../conformance/watch/open-watch.ts';
import { givenAddress } from '../../spec/given-address.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl, profileOf } from '../judging/check-arguments.ts';
import { outputsFor } from '../judging/check-outputs.ts';
import { commandOf } from '../terminal/command-of.ts';
import { onStopTwice } from '../terminal/on-stop.ts';
import { paintFor } from '../terminal/paint.ts';
import { drawingOn } from '../terminal/streams.ts';
import { messageOf, UsageError } from '../terminal/usage-error.ts';

type WatchCommandOptions = CommandOptions['watch'];

const saveEveryMs = 60_000;
const screenEveryMs = 1000;

/** `payrig watch`: judges traffic as it passes, and sends nothing of its own. */
export const command = (): Command => commandOf('watch', watch);

async function watch(url: string | undefined, options: WatchCommandOptions): Promise<void> {
  const { har, recording, environment, failOn, keepValues } = options;
  // Node itself takes SIGUSR1 for its debugger. One that comes during the start is no reason to end.
  let interim = (): void => undefined;
  process.on('SIGUSR2', () => interim());
  for (const one of [url, options.webhooksTo]) expectHttpUrl(one);
  if (url === undefined && har === undefined && recording === undefined && options.webhooksTo === undefined)
    throw new UsageError(
      'Name the base URL of the deployment, or a file: payrig watch URL, or payrig watch --har FILE',
    );
  if ((options.webhooksPort === undefined) !== (options.webhooksTo === undefined))
    throw new UsageError('--webhooks-port and --webhooks-to belong together.');
  if (keepValues)
    process.stderr.write('--keep-values: files will hold personal data and secrets as they are.\n');
  const show = await outputsFor(options);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const tellOnce = onceEach(tell);
  const { OpenWatch } = await import('../../conformance/watch/open-watch.ts');
  const { secret, encryptionKey, soleWriter, record, ledger: ledgerFile } = options;
  const profile = await profileOf(options.profile);
  const open = new OpenWatch({
    profile,
    environment,
    soleWriter,
    secret,
    encryptionKey,
    ledgerFile,
    record,
    keepValues,
    warn: tellOnce,
  });
  let target = givenAddress(url ?? recording ?? har ?? options.webhooksTo!).url;
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
    await pass(open, url, options, save, report);
  }
  try {
    await open.close(target);
  } catch (error) {
    tell(`The ledger or the recording could not be written: ${messageOf(error)}`);
    process.exitCode = 3;
  }
  await show(report());
}

/** Passes a warning on when it is another one than the last time. */
function onceEach(tell: (text: string) => void): (text: string | undefined) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== undefined && text !== last) tell(text);
    last = text;
  };
}

/** Runs the proxies until it is told to stop. */
async function pass(
  open: OpenWatch,
  url: string | undefined,
  options: WatchCommandOptions,
  save: () => void,
  report: () => RunResult,
): Promise<void> {
  const { startProxy } = await import('../../conformance/watch/proxy.ts');
  const { screen } = await import('../../conformance/watch/screen.ts');
  const { host, allowedHost: allowedHosts, webhooksPort, webhooksTo: to } = options;
  const { intake } = open;
  const proxies: { url: string; close(): Promise<void> }[] = [];
  const start = async (kind: 'exchange' | 'delivery', to: string, port: number): Promise<void> => {
    const proxy = await startProxy({ kind, to, port, host, allowedHosts, intake }).catch((error: Error) => {
      throw new UsageError(`The proxy cannot listen on port ${port}: ${error.message}`);
    });
    proxies.push(proxy);
    (options.json ? process.stderr : process.stdout).write(
      `${kind === 'exchange' ? 'Requests' : 'Deliveries'} to ${proxy.url} go to ${to}.\n`,
    );
  };
  if (url !== undefined) await start('exchange', url, options.port);
  if (to !== undefined && webhooksPort !== undefined) await start('delivery', to, webhooksPort);
  if (options.statusPort !== undefined) {
    const { startStatus } = await import('../../conformance/watch/status.ts');
    const status = await startStatus({ open, report, port: options.statusPort, host, allowedHosts });
    proxies.push(status);
    process.stderr.write(`${status.url}/metrics, /ready and /report show how it goes.\n`);
  }
  const saving = setInterval(save, saveEveryMs);
  const draw = screen(
    open.watch.ledger,
    drawingOn(process.stderr),
    paintFor(process.stderr),
    options.progress,
  );
  const redraw = setInterval(draw, screenEveryMs);
  await new Promise<void>((resolve) => onStopTwice(resolve, () => process.exit(130)));
  clearInterval(saving);
  clearInterval(redraw);
  for (const proxy of proxies) await proxy.close();
}
