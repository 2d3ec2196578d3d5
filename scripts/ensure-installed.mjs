// Runs before npm's scripts, on whatever Node the machine has: installs what the lock file asks for
// when node_modules is absent or older than the lock file. Several may run at once; one of them installs.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modified = (path) =>
  statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isMissing = () => modified('node_modules/.package-lock.json') < modified('package-lock.json');
/** Beside node_modules, which npm ci removes; holds the id of the process that installs. */
const lock = new URL('../.installing', import.meta.url);

if (isMissing()) {
  const modules = new URL('../node_modules', import.meta.url);
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      `node_modules is a link to ${realpathSync(modules)}, which npm ci would empty. Install there, or remove the link.`,
    );
    process.exit(1);
  }
  let told = false;
  while (isMissing() && !isTaken()) {
    if (!told) console.error('Another process installs the packages of the lock file; waiting for it ...');
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    if (isMissing()) install();
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

function install() {
  console.error('Installing the packages of the lock file (about a minute, once) ...');
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error('npm ci failed; see above.');
  rmSync(lock, { force: true });
  process.exit(status ?? 1);
}
