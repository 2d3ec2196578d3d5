import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { endOf, killGroup } from '../../../conformance/target/child-end.ts';
import {
  RUNS_CLOSING,
  type ToolFile,
  type ToolOrder,
  type ToolOutcome,
  type ToolReport,
} from '../../../simulator/tools/runs.ts';
import type { TargetRuleOptions } from '../../../simulator/webhooks/target-rules.ts';
import { readProgress } from '../../judging/check-progress.ts';

/** An archive of files, all of the first day that the format knows. */
export function zipOf(files: readonly ToolFile[]): Buffer {
  const byName = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return Buffer.from(zipSync(byName, { mtime: new Date(1980, 0, 1) }));
}

/** A command of `payrig`, with secrets in variables, which other users of the machine cannot read; it writes into `out`. */
type ToolCommand = { words: readonly string[]; variables?: Readonly<Record<string, string | undefined>> };

/** The file, beside the folder `out`, that has the profile of an order. */
const PROFILE_FILE = 'given-profile.json';

export function toolCommand(order: ToolOrder): ToolCommand {
  const known = order.profile ? [`--profile=${PROFILE_FILE}`] : [];
  const only = (order.only ?? []).map((pattern) => `--only=${pattern}`);
  const judging = [...known, ...only, '--report-dir=out', '--max-time=10m', '--progress=200ms'];
  const { url = '', member } = order;
  switch (order.tool) {
    case 'check':
      return {
        words: [
          ...['check', url, ...judging, '--learn=out/profile.json'],
          ...(order.arrange ? [`--arrange=${order.arrange}`] : []),
          ...(order.read_only ? ['--read-only'] : []),
          ...(order.replay ? [`--replay=${order.replay}`] : []),
          ...(order.runs ? [`--runs=${order.runs}`] : []),
        ],
        variables: {
          PAYRIG_API_KEY: order.api_key,
          PAYRIG_OTHER_API_KEY: order.other_api_key,
          PAYRIG_MEMBER: member && `${member.username}:${member.password}`,
          PAYRIG_TARGET_SANDBOX_KEY: order.sandbox_key,
        },
      };
    case 'exam':
      return {
        words: ['exam', url, ...judging, ...(order.secret === undefined ? ['--unsigned'] : [])],
        variables: { WEBHOOK_SECRET: order.secret, WEBHOOK_KEY: order.encryption_key },
      };
    case 'exam-client':
      return {
        words: ['exam', 'client', `--http=${url}`, `--journeys=${order.journeys?.join()}`, ...judging],
      };
    case 'watch': {
      const made = ['--report-dir=out', '--ledger=out/ledger.json', '--learn=out/profile.json'];
      return { words: ['watch', url, `--port=${order.port ?? 4020}`, ...known, ...made, '--progress-json'] };
    }
    case 'clauses':
      return { words: ['check', '--list', ...only] };
    case 'spec':
      return { words: ['spec', `--format=${order.format}`, ...known, '--out=out'] };
    case 'pact':
      return { words: ['pact', 'make', `--consumer=${order.consumer}`, ...known, '--dir=out'] };
  }
}

const entry = fileURLToPath(
  new URL(`../../tool-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
);

/** A check ends itself before that, in order. */
const LIMIT_MS = 11 * 60_000;
const WATCH_LIMIT_MS = 12 * 3_600_000;
/** How long a tool may take to end in order: it removes what it made. A sandbox that stops waits less. */
const PATIENCE_MS = 20_000;
const CLOSING_PATIENCE_MS = 2000;

export async function runInProcess(
  order: ToolOrder,
  rules: TargetRuleOptions,
  report: ToolReport,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-run-'));
  // Where the sandbox is ended before the run is.
  const removeAtExit = (): void => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The system empties its temporary folder by itself.
    }
  };
  process.once('exit', removeAtExit);
  try {
    if (order.profile) await writeFile(join(folder, PROFILE_FILE), JSON.stringify(order.profile));
    const own = order.isOwn && order.url !== undefined ? new URL(order.url).host : undefined;
    const targets = /^(check|exam|watch)/.test(order.tool) ? JSON.stringify({ ...rules, own }) : undefined;
    const ended = await finished(toolCommand(order), { folder, targets, report, signal });
    return { ...ended, files: await filesMade(join(folder, 'out'), order) };
  } finally {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

type Surroundings = { folder: string; targets?: string; report: ToolReport; signal: AbortSignal };

function finished(command: ToolCommand, around: Surroundings): Promise<Omit<ToolOutcome, 'files'>> {
  const { folder, report, signal } = around;
  const child = spawn(process.execPath, [entry], {
    cwd: folder,
    env: environmentOf(command, around),
    // It ends when its standard input does, which is when this process is gone.
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    detached: true,
  });
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', report.print);
  createInterface({ input: child.stderr }).on('line', (line) => {
    const progress = readProgress(line);
    if (progress) report.progress(progress);
    else report.print(`${line}\n`);
  });
  let isStopped = false;
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGTERM');
    const patience = signal.reason === RUNS_CLOSING ? CLOSING_PATIENCE_MS : PATIENCE_MS;
    timers.push(setTimeout(() => killGroup(child), patience));
  };
  timers.push(setTimeout(stop, command.words[0] === 'watch' ? WATCH_LIMIT_MS : LIMIT_MS));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  const ended = endOf(child).then(({ code }) => ({ exitCode: code, isStopped }));
  return ended.finally(() => {
    signal.removeEventListener('abort', stop);
    for (const timer of timers) clearTimeout(timer);
  });
}

/** What a Node needs of this process's variables. None that Payrig reads: they are the sandbox owner's. */
const passedOn = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'USERPROFILE'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

function environmentOf({ words, variables }: ToolCommand, { targets }: Surroundings) {
  // spawn leaves out variables that are undefined.
  return {
    ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
    // An address among them may hold a password, and every user of the machine can read arguments.
    PAYRIG_TOOL_WORDS: JSON.stringify(words),
    NODE_COMPILE_CACHE: module.getCompileCacheDir?.(),
    PAYRIG_TOOL_TARGETS: targets,
    ...variables,
  };
}

/** They are kept in memory, and a report is a few megabytes at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a tool wrote into a folder, its names in order; a contract of several files is one archive. */
async function filesMade(folder: string, order: Pick<ToolOrder, 'tool' | 'format'>): Promise<ToolFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.flatMap((one) => (one.isFile() ? join(one.parentPath, one.name) : [])).sort();
  const files: ToolFile[] = [];
  let left = MOST_BYTES;
  for (const path of paths) {
    left -= (await stat(path)).size;
    if (left < 0) break;
    const name = relative(folder, path).replaceAll(sep, '/');
    files.push({ name, bytes: await readFile(path) });
  }
  return order.tool === 'spec' && files.length > 1
    ? [{ name: `${order.format}.zip`, bytes: zipOf(files) }]
    : files;
}
