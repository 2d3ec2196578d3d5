import { decoded } from './redact-urls.ts';

/** An address as it is called and shown everywhere, and the headers that carry the user and the password it came with. */
export type GivenAddress = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

const userInfo = /^(https?:\/\/)([^/?#\\]*)@/i;

/**
 * Takes user and password out of an address where it enters, so that no error, report or command can show them. `fetch` refuses
 * addresses that have them, so they could not be called otherwise either.
 */
export function givenAddress(text: string): GivenAddress {
  const [, , info] = userInfo.exec(text) ?? [];
  if (info === undefined) return { url: text, headers: {} };
  const at = info.indexOf(':');
  const parts = at < 0 ? [info, ''] : [info.slice(0, at), info.slice(at + 1)];
  const bytes = new TextEncoder().encode(parts.map(decoded).join(':'));
  const basic = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { url: text.replace(userInfo, '$1'), headers: { Authorization: `Basic ${basic}` } };
}

/** User and password of an address within a text; of a word that was meant as one, such as `me:pw@host` or `https:me:pw@host`. */
const within = /:\/\/([^/?#\\\s"'<>]*)@/g;
const mistyped = /^(?:--[\w-]+=)?(?:[a-z]+:?\/+|https?:)?([^\s"'<>/@:]+:[^\s"'<>/]*)@/i;

/** The secrets of the addresses in some texts, such as the words of a command line: each as it was written, and decoded. */
export function secretsInAddresses(texts: readonly string[]): string[] {
  const infos = texts.flatMap((text) =>
    [...text.matchAll(within), mistyped.exec(text)].map((found) => found?.[1] ?? ''),
  );
  const passwords = infos.map((info) => info.slice(info.indexOf(':') + 1));
  const all = [...infos, ...passwords].flatMap((secret) => [secret, decoded(secret)]);
  // The longest first: one may contain another.
  return [...new Set(all)].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
}
