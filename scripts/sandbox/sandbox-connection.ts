import { type Caller, createCaller, errorsIn } from '../../spec/caller.ts';
import { givenAddress } from '../../spec/given-address.ts';
import { standInNames } from '../../spec/render.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { UsageError } from '../terminal/usage-error.ts';

type ConnectionOptions = Pick<CommandOptions['trigger'], 'url' | 'apiKey' | 'sandboxKey'>;

/** Calls a running sandbox; a refusal, or no answer, is a UsageError that says what to do. */
export type SandboxConnection = Caller & {
  /** The deployment's words for vendor and tax authority. */
  naming(): Promise<{ vendor: string; authority: string }>;
  webhooks(): Promise<{ webhook_id: string; name: string; url: string; events: readonly string[] }[]>;
};

export function sandboxConnection({ url: given, apiKey, sandboxKey }: ConnectionOptions): SandboxConnection {
  const { url } = givenAddress(given);
  if (!URL.canParse(url))
    throw new UsageError(`--url ${url} is not an address such as http://127.0.0.1:4010.`);
  const caller = createCaller({
    baseUrl: given,
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
      const reason = (await errorsIn(response)).join('; ').slice(0, 500);
      throw new UsageError(`${init.method} ${pathname} was refused with ${response.status}: ${reason}`);
    },
  });
  return {
    ...caller,
    async naming() {
      const { profile } = await caller.call('getHealth');
      return { ...standInNames, ...Object(profile?.naming) };
    },
    async webhooks() {
      const answer: unknown = await caller.call('listWebhooks');
      if (Array.isArray(answer)) return answer;
      return Object.values(answer ?? {}).find(Array.isArray) ?? [];
    },
  };
}
