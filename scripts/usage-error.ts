/** A mistake on the command line: printed as one message, without a stack, with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
