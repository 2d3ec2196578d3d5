import { type Command, Option } from 'commander';
import { UsageError } from './usage-error.ts';

/** Where a running sandbox is, and who asks. */
export type ConnectionOptions = { url: string; apiKey: string; sandboxKey?: string };

/** Calls a running sandbox; a refusal or silence is told in words. */
export type SandboxConnection = {
  call<T = unknown>(method: string, path: string, body?: object): Promise<T>;
  /** The deployment's words for vendor and tax authority. */
  naming(): Promise<{ vendor: string; authority: string }>;
};

/** Gives a command the options that say which sandbox it talks to. */
export function withConnection(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'where the sandbox is').env('PAYRIG_URL').default('http://127.0.0.1:4010'),
    )
    .addOption(
      new Option('--api-key <key>', 'whose data: the API key of a client')
        .env('PAYRIG_API_KEY')
        .default('sandbox-key'),
    )
    .addOption(
      new Option('--sandbox-key <key>', 'what guards /_sandbox, if anything does').env('PAYRIG_SANDBOX_KEY'),
    );
}

function addressOf(url: string, path: string): URL {
  try {
    return new URL(path, url.endsWith('/') ? url : `${url}/`);
  } catch {
    throw new UsageError(`--url ${url} is no address such as http://127.0.0.1:4010.`);
  }
}

async function refusalOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text);
    if (Array.isArray(errors)) return errors.join('; ');
  } catch {
    // Not the body of this service.
  }
  return text.slice(0, 200);
}

/** A connection to the sandbox that a command's options name. */
export function sandboxConnection({ url, apiKey, sandboxKey }: ConnectionOptions): SandboxConnection {
  const headers = {
    'Content-Type': 'application/json',
    'X-API-KEY': apiKey,
    ...(sandboxKey === undefined ? {} : { 'X-Sandbox-Key': sandboxKey }),
  };
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const address = addressOf(url, path);
    const response = await fetch(address, { method, headers, body: body && JSON.stringify(body) }).catch(
      () => {
        throw new UsageError(`No sandbox answers at ${url}. payrig sandbox starts one; --url names another.`);
      },
    );
    if (response.ok) return (await response.json()) as T;
    throw new UsageError(
      `${method} ${address.pathname} was refused with ${response.status}: ${await refusalOf(response)}`,
    );
  }
  type Health = { profile?: { naming?: { vendor?: string; authority?: string } } };
  return {
    call,
    async naming() {
      const { profile } = await call<Health>('GET', '_sandbox/health');
      return { vendor: profile?.naming?.vendor ?? 'svc', authority: profile?.naming?.authority ?? 'taxauth' };
    },
  };
}
