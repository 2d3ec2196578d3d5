import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where Debian keeps the versions of PostgreSQL that are installed. */
const VERSIONS = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL of the machine, as its distribution installs it. */
export function installedPostgres(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const folders = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return folders
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** A server of an installed PostgreSQL with its data in a folder. Nothing is set but what is given. */
export function installedServer(bin: string, folder: string, port: number, settings: readonly string[]) {
  const owner = ownerOfServer();
  const run = async (program: string, words: readonly string[]) =>
    execute(join(bin, program), words, { ...(await owner), cwd: folder });
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
  const data = join(folder, 'data');
  const start = () =>
    run('pg_ctl', ['start', '--wait', '--silent', '-D', data, '-o', options, '-l', join(folder, 'log')]);
  return {
    async initialise() {
      const { uid, gid } = await owner;
      if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
      // Sorts as people do, where the store must not: an order that relied on the database's would show.
      const words = ['--locale-provider=icu', '--icu-locale=en', '--locale=C.UTF-8', '--encoding=UTF8'];
      const password = join(folder, 'password');
      await writeFile(password, 'payrig');
      const access = ['--username=payrig', '--auth=password', `--pwfile=${password}`];
      await run('initdb', ['-D', data, '--no-sync', ...access, ...words]);
    },
    start: async () => void (await start()),
    stop: async () => void (await run('pg_ctl', ['stop', '--mode=fast', '--silent', '-D', data])),
  };
}

/** PostgreSQL refuses to run as root; its package makes a user for it. */
async function ownerOfServer(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (option: string) => Number((await execute('id', [option, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
