import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  RUNS_CLOSING,
  type ToolFile,
  type ToolOrder,
  type ToolOutcome,
  type ToolReport,
} from '../../../simulator/tools/runs.ts';
import type { TargetRuleOptions } from '../../../simulator/webhooks/target-rules.ts';
import { readProgress } from '../../check-progress.ts';
import { PROFILE_FILE, type ToolCommand, toolCommand } from './tool-command.ts';
import { zipOf } from './zip.ts';

const entry = fileURLToPath(
  new URL(`./tool-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
);

/** A check ends itself before that, in order. */
const LIMIT_MS = 11 * 60_000;
const WATCH_LIMIT_MS = 12 * 3_600_000;
/** How long a tool may take to end in order: it removes what it made. A sandbox that stops waits less. */
const PATIENCE_MS = 20_000;
const CLOSING_PATIENCE_MS = 2000;

/** Runs a tool as a process of its own, in a folder of its own that is gone afterwards. */
export async function runInProcess(
  order: ToolOrder,
  rules: TargetRuleOptions,
  report: ToolReport,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-run-'));
  // Where the sandbox is ended before the run is.
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    if (order.profile) await writeFile(join(folder, PROFILE_FILE), JSON.stringify(order.profile));
    const own = order.isOwn && order.url !== undefined ? new URL(order.url).host : undefined;
    const ended = await finished(toolCommand(order), { folder, rules, own, report, signal });
    return { ...ended, files: await filesMade(join(folder, 'out'), order) };
  } finally {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true });
  }
}

type Surroundings = {
  folder: string;
  rules: TargetRuleOptions;
  own: string | undefined;
  report: ToolReport;
  signal: AbortSignal;
};

function finished(command: ToolCommand, around: Surroundings): Promise<Omit<ToolOutcome, 'files'>> {
  const { folder, report, signal } = around;
  const child = spawn(process.execPath, [entry, ...command.words], {
    cwd: folder,
    env: environmentOf(command, around),
    // It ends when its standard input does, which is when this process is gone.
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
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
    timers.push(setTimeout(() => child.kill('SIGKILL'), patience));
  };
  timers.push(setTimeout(stop, command.words[0] === 'watch' ? WATCH_LIMIT_MS : LIMIT_MS));
  return new Promise<Omit<ToolOutcome, 'files'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, isStopped }));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  }).finally(() => {
    signal.removeEventListener('abort', stop);
    for (const timer of timers) clearTimeout(timer);
  });
}

/** What a Node needs of this process's variables. None that Payrig reads: they are the sandbox owner's. */
const passedOn = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'USERPROFILE'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

function environmentOf({ variables, calls }: ToolCommand, { rules, own }: Surroundings) {
  // spawn leaves out variables that are undefined.
  return {
    ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
    NODE_COMPILE_CACHE: module.getCompileCacheDir?.(),
    PAYRIG_TOOL_TARGETS: calls ? JSON.stringify({ ...rules, own }) : undefined,
    ...variables,
  };
}

/** They are kept in memory, and a report is a few megabytes at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a tool wrote into a folder, its names in order; a contract of several files is one archive. */
async function filesMade(folder: string, order: Pick<ToolOrder, 'tool' | 'format'>): Promise<ToolFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
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
