import type { ConsoleOptions } from '../pages.ts';

/** Who the console speaks for; kept for this tab alone. */
export type Session = { apiKey: string; sandboxKey: string; otherKeys: string[] };

const NAME = 'payrig-console';

export const options: ConsoleOptions = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=payrig]')?.content ??
    '{"apiKeys":[],"needsSandboxKey":false}',
);

/** The session of this tab; a sandbox beyond loopback, or with keys of its own, has to be told them first. */
export function storedSession(): Session | undefined {
  const stored = sessionStorage.getItem(NAME);
  if (stored !== null) return JSON.parse(stored) as Session;
  const [apiKey] = options.apiKeys;
  return apiKey === undefined || options.needsSandboxKey
    ? undefined
    : { apiKey, sandboxKey: '', otherKeys: [] };
}

export function storeSession(session: Session): void {
  sessionStorage.setItem(NAME, JSON.stringify(session));
}

export function forgetSession(): void {
  sessionStorage.removeItem(NAME);
}

export const keysOf = ({ apiKey, otherKeys }: Session): string[] => [
  ...new Set([...options.apiKeys, ...otherKeys, apiKey]),
];
