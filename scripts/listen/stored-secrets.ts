import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What `payrig listen` signs and encrypts with, the same every time: a receiver is configured once. */
export type ListenSecrets = { secret: string; key: string };

/** Where they are kept: with the person's other settings. */
export const secretsFile = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'payrig', 'listen.json');

/** The stored secrets; made and stored when there are none that can be read. */
export async function storedSecrets(file: string): Promise<ListenSecrets> {
  const stored = await readFile(file, 'utf8').then(parsed, () => undefined);
  if (stored) return stored;
  const made = { secret: randomBytes(24).toString('base64url'), key: randomBytes(32).toString('base64') };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

function parsed(text: string): ListenSecrets | undefined {
  try {
    const { secret, key }: Partial<ListenSecrets> = JSON.parse(text);
    const whole = typeof secret === 'string' && secret !== '' && typeof key === 'string';
    return whole && Buffer.from(key, 'base64').length === 32 ? { secret, key } : undefined;
  } catch {
    return undefined;
  }
}
