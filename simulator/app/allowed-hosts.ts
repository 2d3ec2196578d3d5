import { isIP } from 'node:net';

/** How a sandbox may be called; given by its options. */
export type HostOptions = {
  host?: string;
  publicUrl?: string;
  /** Names beyond the loopback ones: `payrig`, `.example.com` for all below it, `*` for any. */
  allowedHosts?: readonly string[];
};

/**
 * Tells which host names a sandbox goes by.
 *
 * A web page can make its own name lead to this machine (DNS rebinding), and its visitor's browser then talks to the
 * sandbox as if it were that page's server. The name that the browser asked for gives it away. An address of digits
 * cannot be turned that way, so a sandbox that listens beyond loopback answers to any of those.
 */
export function allowedHosts({
  host = '127.0.0.1',
  publicUrl,
  allowedHosts = [],
}: HostOptions): (name: string) => boolean {
  const named = [...allowedHosts, ...(publicUrl ? [new URL(publicUrl).hostname] : []), host].map(plain);
  const beyondLoopback = !isLoopback(plain(host));
  return (given) => {
    const name = plain(given);
    if (isLoopback(name) || (beyondLoopback && isIP(name) !== 0)) return true;
    return named.some((one) => one === '*' || one === name || (one.startsWith('.') && name.endsWith(one)));
  };
}

/** Whether a host name or address leads to this machine, whatever a name server says. */
export function isLoopback(name: string): boolean {
  return /^(.*\.)?localhost$|^::1$/.test(name) || (isIP(name) === 4 && name.startsWith('127.'));
}

/** The name alone: without brackets, a last dot and capital letters. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');

/** The host name in a Host header; undefined when there is none in it. */
export const hostNameIn = (header: string): string | undefined =>
  /^(\[[0-9a-f:.]+\]|[^:/@?#\s]+)(?::\d*)?$/i.exec(header)?.[1];
