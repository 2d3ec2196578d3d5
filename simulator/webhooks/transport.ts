/** A POST to be made. */
export type TransportRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  redirects: 'refuse' | 'follow';
};

/** What came of it: the status of the answer, or in a few words why there was none. */
export type TransportOutcome = { status: number } | { error: string };

/** Makes a POST and never rejects. */
export type Transport = (request: TransportRequest) => Promise<TransportOutcome>;
