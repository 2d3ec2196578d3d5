/** What the parent asks of a process with sandboxes. */
export type Order = { kind: 'start' } | { kind: 'coverage' };

/** Where a fresh sandbox and a production server beside it listen. */
export type Addresses = {
  url: string;
  apiKey: string;
  otherApiKey: string;
  production: { url: string; apiKey: string };
};

/** Which mutants were reached: before the first request, and while each clause was checked. */
export type Coverage = { onStarting: string[]; byClause: Record<string, string[]> };
