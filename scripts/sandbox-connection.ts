import { type Caller, createCaller } from '../spec/caller.ts';
import type { CommandOptions } from './generated/command-line.ts';
import { UsageError } from './usage-error.ts';

type ConnectionOptions = Pick<CommandOptions['trigger'], 'url' | 'apiKey' | 'sandboxKey'>;

export type ListedWebhook = { webhook_id: string; name: string; url: string; events: readonly string[] };

/** Calls a running sandbox; a refusal, or no answer, is a UsageError that says what to do. */
export type SandboxConnection = Caller & {
  /** The deployment's words for vendor and tax authority. */
  naming(): Promise<{ vendor: string; authority: string }>;
  webhooks(): Promise<ListedWebhook[]>;
};

export function sandboxConnection({ url, apiKey, sandboxKey }: ConnectionOptions): SandboxConnection {
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is no address such as http://127.0.0.1:4010.`);
  const caller = createCaller({
    baseUrl: url,
    apiKey,
    sandboxKey,
    // The journal tells the requests of the command line by it from those under test.
    headers: { 'User-Agent': 'payrig-command' },
    async fetch(address, init) {
      const response = await fetch(address, init).catch(() => {
        throw new UsageError(`No sandbox answers at ${url}. payrig sandbox starts one; --url names another.`);
      });
      if (response.ok) return response;
      const { pathname } = new URL(address);
      throw new UsageError(
        `${init.method} ${pathname} was refused with ${response.status}: ${await refusalOf(response)}`,
      );
    },
  });
  return {
    ...caller,
    async naming() {
      const { profile } = await caller.call('getHealth');
      const naming: { vendor?: string; authority?: string } = profile?.naming ?? {};
      return { vendor: naming.vendor ?? 'svc', authority: naming.authority ?? 'taxauth' };
    },
    async webhooks() {
      const answer: unknown = await caller.call('listWebhooks');
      if (Array.isArray(answer)) return answer;
      return Object.values(answer ?? {}).find(Array.isArray) ?? [];
    },
  };
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
