import { Command, Option } from 'commander';
import type { OpenWatch } from '../../conformance/watch/open-watch.ts';
import { onStopTwice } from '../on-stop.ts';
import { paintFor } from '../paint.ts';
import { port } from '../script-command.ts';
import { UsageError } from '../usage-error.ts';
import { envOption, expectHttpUrl, profileOf } from './check-arguments.ts';
import { type OutputOptions, outputsFor } from './check-outputs.ts';

type WatchCommandOptions = OutputOptions & {
  port: number;
  host: string;
  webhooksPort?: number;
  webhooksTo?: string;
  secret?: string;
  encryptionKey?: string;
  har?: string;
  recording?: string;
  record?: string;
  keepValues: boolean;
  ledger?: string;
  profile?: string;
  environment?: 'sandbox' | 'production';
  soleWriter: boolean;
  failOn: 'stated' | 'implied';
  progress: boolean;
};

const saveEveryMs = 60_000;
const screenEveryMs = 1000;

const watchHelp = `
Exit codes as in payrig check: 0 no judged clause fails, 1 some fail, 2 bad usage, 3 nothing was judged.
SIGUSR1 writes the reports and the ledger of what was judged so far.

Examples:
  payrig watch https://staging.example --port 4020 --ledger staging.json
  payrig watch https://staging.example --webhooks-port 4021 --webhooks-to http://127.0.0.1:3000/hooks
  payrig watch --har export.har --report-dir reports --attest release.key
  payrig watch https://staging.example --record night.jsonl.gz
  payrig watch --recording night.jsonl.gz --learn profile.json`;

/** `payrig watch`: judges traffic as it passes, and sends nothing of its own. */
export const command = (): Command =>
  new Command('watch')
    .description('judge traffic as it passes, clause by clause; it sends nothing of its own')
    .argument('[base-url]', 'the deployment to which requests are passed on, or whose exchanges a HAR holds')
    .option('--port <port>', 'where the proxy listens', port, 4020)
    .option('--host <address>', 'the address that it listens on', '127.0.0.1')
    .option('--webhooks-port <port>', 'where deliveries on their way to the receiver come in', port)
    .option('--webhooks-to <url>', 'the receiver to which deliveries are passed on')
    .addOption(envOption('--secret <text>', 'the signing secret of the deliveries', 'WEBHOOK_SECRET'))
    .addOption(
      envOption('--encryption-key <key>', 'their encryption key (Base64 of 32 bytes)', 'WEBHOOK_KEY'),
    )
    .option('--har <file>', 'judge what a browser or another tool exported')
    .option('--recording <file>', 'judge what --record wrote')
    .option(
      '--record <file>',
      'write what passes as JSON lines (.gz: compressed), stand-ins for personal data',
    )
    .option('--keep-values', 'write personal data and secrets as they are', false)
    .option('--ledger <file>', 'go on from this ledger, and write it')
    .option('--learn <file>', 'write the learnt profile to this file')
    .option('--profile <file>', "the deployment's names and open points, as far as known (JSON)")
    .addOption(new Option('--environment <kind>', 'the kind of server').choices(['sandbox', 'production']))
    .option(
      '--sole-writer',
      'every request of every client passes here: differences have no other cause',
      false,
    )
    .addOption(
      new Option('--fail-on <level>', 'implied: an implied clause that does not hold fails too')
        .choices(['stated', 'implied'])
        .default('stated'),
    )
    .option('--report-dir <folder>', 'write report.html, report.json and junit.xml here')
    .option(
      '--attest <key>',
      'sign the verdicts with this key; writes attestation.json, into --report-dir if given',
    )
    .option('--progress', 'where there is no terminal, write the counts on standard error each second', false)
    .option('--json', 'the whole result as one JSON on standard output, and nothing else there', false)
    .addHelpText('after', watchHelp)
    .action(watch);

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
  let target = url ?? recording ?? har ?? options.webhooksTo!;
  const report = () => open.watch.ledger.report(target, { failOn, environment });
  if (har !== undefined) {
    const { base, others } = await open.har(har, url);
    target = base;
    tell(`The service is taken to be at ${base}; ${others} requests to other addresses were left alone.`);
  } else if (recording !== undefined) await open.recording(recording);
  else await pass(open, target, url, options, async () => show(report()));
  await open.close(target);
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
  const save = setInterval(() => open.save(target), saveEveryMs);
  const draw = screen(open.watch.ledger, process.stderr, paintFor(process.stderr), options.progress);
  const redraw = setInterval(draw, screenEveryMs);
  process.on('SIGUSR1', () => {
    open.save(target);
    void interim();
  });
  await new Promise<void>((resolve) => onStopTwice(resolve, () => process.exit(130)));
  clearInterval(save);
  clearInterval(redraw);
  for (const proxy of proxies) await proxy.close();
}
