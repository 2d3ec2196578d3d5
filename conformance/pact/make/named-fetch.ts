import type { Profile } from '../../../spec/profile.ts';
import { rename } from '../../../spec/render.ts';
import { nameSwap } from '../../target/naming.ts';

type Fetch = (request: Request) => Promise<Response>;

/** The fetch of a client that speaks the stand-in names with a deployment that has its own; undefined when it has none. */
export function namedFetch(naming: Profile['naming']): Fetch | undefined {
  if (naming.vendor === 'svc' && naming.authority === 'taxauth') return undefined;
  const named = (text: string): string => rename(text, naming) as string;
  const swap = nameSwap(naming);
  const swapText = (text: string): string => (text === '' ? text : JSON.stringify(swap(JSON.parse(text))));
  return async (request) => {
    const url = new URL(request.url);
    url.pathname = named(url.pathname);
    const headers = [...request.headers].map(([name, value]): [string, string] => [named(name), value]);
    const body = swapText(await request.text());
    const { method } = request;
    const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    const text = await response.text();
    const { status, statusText } = response;
    return new Response(text === '' ? null : swapText(text), {
      status,
      statusText,
      headers: response.headers,
    });
  };
}
