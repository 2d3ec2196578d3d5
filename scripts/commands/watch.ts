import type { Command } from 'commander';
import type { OpenWatch } from '../../conformance/watch/open-watch.ts';
import { givenAddress } from '../../spec/given-address.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl, profileOf } from '../judging/check-arguments.ts';
import { outputsFor } from '../judging/check-outputs.ts';
import { commandOf } from '../terminal/command-of.ts';
import { onStopTwice } from '../terminal/on-stop.ts';
import { paintFor } from '../terminal/paint.ts';
import { messageOf, UsageError } from '../terminal/usage-error.ts';
import { drawingOn } from '../terminal.ts';

type WatchCommandOptions = CommandOptions['watch'];

const saveEveryMs = 60_000;
const screenEveryMs = 1000;

/** `payrig watch`: judges traffic as it passes, and sends nothing of its own. */
export const command = (): Command => commandOf('watch', watch);

async function watch(url: string | undefined, options: WatchCommandOptions): Promise<void> {
  const { har, recording, environment, failOn, keepValues } = options;
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
  });
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  let target = givenAddress(url ?? recording ?? har ?? options.webhooksTo!).url;
  const report = () => open.watch.ledger.report(target, { failOn, environment });
  if (har !== undefined) {
    const { base, others } = await open.har(har, url);
    target = givenAddress(base).url;
    tell(`The service is taken to be at ${base}; ${others} requests to other addresses were left alone.`);
  } else if (recording !== undefined) await open.recording(recording);
  else await pass(open, target, url, options, async () => show(report()));
  try {
    await open.close(target);
  } catch (error) {
    tell(`The ledger or the recording could not be written: ${messageOf(error)}`);
    process.exitCode = 3;
  }
  await show(report());
}

/** Runs the proxies until it is told to stop. */
async function pass(
  open: OpenWatch,
  target: string,
  url: string | undefined,
  options: WatchCommandOptions,
  interim: () => Promise<void>,
): Promise<void> {
  const { startProxy } = await import('../../conformance/watch/proxy.ts');
  const { screen } = await import('../../conformance/watch/screen.ts');
  const { host, webhooksPort, webhooksTo: to } = options;
  const { intake } = open;
  const proxies: { url: string; close(): Promise<void> }[] = [];
  const start = async (kind: 'exchange' | 'delivery', to: string, port: number): Promise<void> => {
    const proxy = await startProxy({ kind, to, port, host, intake }).catch((error: Error) => {
      throw new UsageError(`The proxy cannot listen on port ${port}: ${error.message}`);
    });
    proxies.push(proxy);
    (options.json ? process.stderr : process.stdout).write(
      `${kind === 'exchange' ? 'Requests' : 'Deliveries'} to ${proxy.url} go to ${to}.\n`,
    );
  };
  if (url !== undefined) await start('exchange', url, options.port);
  if (to !== undefined && webhooksPort !== undefined) await start('delivery', to, webhooksPort);
  // A full disk must not end what others send their requests through.
  const saveLedger = (): void => {
    try {
      open.save(target);
    } catch (error) {
      process.stderr.write(`The ledger could not be written: ${messageOf(error)}\n`);
    }
  };
  const save = setInterval(saveLedger, saveEveryMs);
  const draw = screen(
    open.watch.ledger,
    drawingOn(process.stderr),
    paintFor(process.stderr),
    options.progress,
  );
  const redraw = setInterval(draw, screenEveryMs);
  process.on('SIGUSR1', () => {
    saveLedger();
    void interim();
  });
  await new Promise<void>((resolve) => onStopTwice(resolve, () => process.exit(130)));
  clearInterval(save);
  clearInterval(redraw);
  for (const proxy of proxies) await proxy.close();
}
