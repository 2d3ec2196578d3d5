// Runs before npm's scripts, on any Node: installs what the lock file asks for when node_modules is absent or older than
// the lock file. `--running` installs what the sandbox needs to run; without it everything. Several may run at once; one of
// them installs.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const place = (path) => new URL(`../${path}`, import.meta.url);
const modified = (path) => statSync(place(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
/** Beside node_modules, which npm ci removes; holds the id of the process that installs. */
const lock = place('.installing');

/** Beyond the dependencies of the package, a clone bundles its console and may need a Node that runs TypeScript. */
const forRunning = ['esbuild', 'preact', ...(process.features.typescript ? [] : ['node'])];
const isForRunning = (path) => forRunning.includes(path.replace('node_modules/', ''));
const hasEverything = () => existsSync(place('node_modules/vitest'));

const isMissing = (everything) =>
  modified('node_modules/.package-lock.json') < modified('package-lock.json') ||
  (!hasEverything() && (everything || forRunning.some((name) => !existsSync(place(`node_modules/${name}`)))));

export async function ensureInstalled(wantsEverything) {
  if (!isMissing(wantsEverything)) return;
  const modules = place('node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      `node_modules is a link to ${realpathSync(modules)}, which npm ci would empty. Install there, or remove the link.`,
    );
    process.exit(1);
  }
  let told = false;
  while (isMissing(wantsEverything) && !isTaken()) {
    if (!told) console.error('Another process installs the packages of the lock file; waiting for it ...');
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    // A clone that has everything keeps it.
    if (isMissing(wantsEverything)) await install(wantsEverything || hasEverything());
  } finally {
    if (holder() === process.pid) rmSync(lock, { force: true });
  }
}

/** Takes the lock; false while another process that is alive has it. */
function isTaken() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holder())) rmSync(lock, { force: true });
    return false;
  }
}

function holder() {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A lock that is gone, or not written yet, is asked for again. */
function isAlive(pid) {
  if (!pid) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function install(everything) {
  const { packages = {} } = JSON.parse(readFileSync(place('package-lock.json'), 'utf8'));
  const what = everything
    ? 'Installing everything that the tests and tools need (about 900 MB, once)'
    : `Installing what the sandbox needs to run (about ${forRunning.includes('node') ? '290 MB, Node 24 among it' : '80 MB'}, once); npm test installs the rest`;
  console.error(`${what} ...`);
  // Named packages are installed as if the sandbox depended on them, in the versions of the lock file; nothing is saved.
  const locked = forRunning.map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
  const args = everything ? ['ci'] : ['install', '--no-save', '--save-prod', '--omit=dev', ...locked];
  const child = spawn('npm', [...args, '--loglevel=error', '--no-progress'], {
    cwd: fileURLToPath(place('.')),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const timer = showProgress(packages, everything);
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(127)).on('exit', resolve);
  });
  clearInterval(timer);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
  if (code === 0) return;
  console.error(`npm ${args[0]} failed; see above.`);
  rmSync(lock, { force: true });
  process.exit(code ?? 1);
}

/** How many packages of the lock file are there by now: a line rewritten on a terminal, and one every five seconds in a log. */
function showProgress(packages, everything) {
  const wanted = Object.entries(packages)
    .filter(
      ([path, { dev, optional }]) => path !== '' && !optional && (everything || !dev || isForRunning(path)),
    )
    .map(([path]) => place(`${path}/package.json`));
  const { isTTY } = process.stderr;
  const began = Date.now();
  return setInterval(
    () => {
      const done = wanted.filter((file) => existsSync(file)).length;
      const then = done === wanted.length ? '; their install scripts run' : '';
      const line = `  ${done} of ${wanted.length} packages after ${Math.round((Date.now() - began) / 1000)} s${then}`;
      process.stderr.write(isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
    },
    isTTY ? 500 : 5000,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await ensureInstalled(!process.argv.includes('--running'));
