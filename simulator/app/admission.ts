import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import { hostNameIn } from './allowed-hosts.ts';

/** Refuses requests whose form is wrong, and those that a web page makes from somewhere else. */
export function admission(isAllowed: (host: string) => boolean): (request: IncomingMessage) => void {
  // Callers name the same host again and again.
  let known: string | undefined;
  return ({ headers, httpVersion }) => {
    const { host, origin, expect } = headers;
    if (host === undefined && httpVersion === '1.1')
      throw new Refusal(400, 'Request is missing the required header [Host]');
    if (host !== known && host !== undefined && !isAllowed(hostNameIn(host) ?? ''))
      throw strangeHost('Host', host);
    known = host;
    if (origin !== undefined && !(URL.canParse(origin) && isAllowed(new URL(origin).hostname)))
      throw strangeHost('Origin', origin);
    if (expect !== undefined && !/^100-continue$/i.test(expect))
      throw new Refusal(417, `The expectation [${expect}] cannot be met`);
  };
}

const strangeHost = (header: string, value: string): Refusal =>
  new Refusal(
    403,
    `${header} [${value}] is not allowed; --allowed-host names those that are, besides the loopback names`,
  );
