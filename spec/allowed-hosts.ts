import { isIP } from 'node:net';

export type HostOptions = {
  readonly host?: string;
  readonly publicUrl?: string;
  readonly allowedHosts?: readonly string[];
};

/** The host names that a server answers to, against DNS rebinding. A numeric address cannot be rebound. */
export function allowedHosts({ host = '127.0.0.1', publicUrl, allowedHosts = [] }: HostOptions) {
  const names = [...allowedHosts, host].map(plainName);
  if (publicUrl) names.push(plainName(new URL(publicUrl).hostname));
  const beyondLoopback = !isLoopback(plainName(host));
  return (given: string): boolean => {
    const name = plainName(given);
    if (isLoopback(name) || (beyondLoopback && isIP(name) !== 0)) return true;
    return names.some(
      (allowed) => allowed === '*' || allowed === name || (allowed.startsWith('.') && name.endsWith(allowed)),
    );
  };
}

/** Whether a host name or address leads to this machine, whatever a name server says. */
export const isLoopback = (name: string): boolean =>
  /^(.*\.)?localhost$|^::1$/.test(name) || (isIP(name) === 4 && name.startsWith('127.'));

/** The name alone: without brackets, a last dot and capital letters. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');

export const hostNameIn = (header: string): string | undefined =>
  /^(\[[0-9a-f:.]+\]|[^:/@?#\s]+)(?::\d*)?$/i.exec(header)?.[1];
