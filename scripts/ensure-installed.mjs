// Runs before npm's scripts, on whatever Node the machine has: installs what the lock file asks for
// when node_modules is absent or older than the lock file.
import { spawnSync } from 'node:child_process';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modified = (path) =>
  statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  const modules = new URL('../node_modules', import.meta.url);
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      `node_modules is a link to ${realpathSync(modules)}, which npm ci would empty. Install there, or remove the link.`,
    );
    process.exit(1);
  }
  console.error('Installing the packages of the lock file (about a minute, once) ...');
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed; see above.');
    process.exit(status ?? 1);
  }
}
