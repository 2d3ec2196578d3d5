/** A piece of a shell word: text that stands for itself, or a variable of the shell. */
export type ShellPart = { readonly text: string } | { readonly variable: string };

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Means the same in double quotes as in single ones. */
const plain = /^[\w :./@=,-]*$/;

/** One word of a POSIX shell; only the variables of the parts are expanded, nothing in it is run. */
export function shellWord(parts: string | readonly ShellPart[]): string {
  if (typeof parts === 'string') return quoted(parts);
  const [first, second] = parts;
  if (
    parts.length === 2 &&
    first &&
    'text' in first &&
    plain.test(first.text) &&
    second &&
    'variable' in second
  )
    return `"${first.text}$${second.variable}"`;
  const pieces = parts.map((part) => ('text' in part ? quoted(part.text) : `"$${part.variable}"`));
  return pieces.length === 0 ? "''" : pieces.join('');
}

/** A curl command; url, headers and data are words that `shellWord` made. */
export type CurlWords = {
  options?: readonly string[];
  method: string;
  url: string;
  headers: readonly string[];
  data?: string | undefined;
};

/** A curl command over several lines, or on one with a space as the separator. */
export function curlCommand(words: CurlWords, separator = ' \\\n  '): string {
  const { options = [], method, url, headers, data } = words;
  const start = ['curl', ...options, ...(method === 'GET' ? [] : ['-X', method])].join(' ');
  const first = start.length + url.length > 60 ? [start, url] : [`${start} ${url}`];
  const lines = [...first, ...headers.map((header) => `-H ${header}`)];
  if (data !== undefined) lines.push(data);
  return lines.join(separator);
}

/** The headers with the keys that a request takes; a key that is not to be shown is a variable of the shell. */
export function keyHeaders(path: string, apiKey: string | undefined, needsSandboxKey: boolean): string[] {
  const header = (name: string, value: ShellPart) => shellWord([{ text: `${name}: ` }, value]);
  const headers = [
    apiKey === undefined ? header('X-API-KEY', { variable: 'API_KEY' }) : shellWord(`X-API-KEY: ${apiKey}`),
  ];
  // The sandbox key opens every client, so it is never written out.
  if (needsSandboxKey && path.startsWith('/_sandbox'))
    headers.push(header('X-Sandbox-Key', { variable: 'SANDBOX_KEY' }));
  return headers;
}

export function userTokenLines(origin: string, userId: string, headers: readonly string[]): string {
  const url = shellWord(`${origin}/_sandbox/users/${userId}/tokens`);
  const request = curlCommand({ options: ['-s'], method: 'POST', url, headers });
  return String.raw`TOKEN=$(${request} \
  | sed 's/.*"token":"\([^"]*\)".*/\1/')${'\n'}`;
}

export const userTokenHeader = shellWord([{ text: 'Authorization: Bearer ' }, { variable: 'TOKEN' }]);
