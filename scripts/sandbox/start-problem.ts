import type { Resolved } from './resolve-settings.ts';

/** Errors whose message says what to do. */
const selfExplaining = new Set([
  'FolderInUseError',
  'StoreMismatchError',
  'StoreUnavailableError',
  'ScenarioError',
  'BirthError',
]);

/** Why a sandbox could not start, in one line; undefined when it is our own fault and deserves a stack. */
export function startProblem(error: unknown, { port, host, data }: Resolved): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (selfExplaining.has(error.name)) return error.message;
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo')
    return listenProblem(code, port, host);
  if (data !== undefined && syscall !== undefined && code !== undefined)
    return `Cannot use the data folder ${data}: ${error.message}`;
  return undefined;
}

function listenProblem(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Choose another with --port, or --port 0 for any that is free.`;
    case 'EACCES':
      return `Port ${port} is not yours to listen on. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine; --host takes one that is.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${code}`;
  }
}
