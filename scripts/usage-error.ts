/** Something the person at the command line can put right: told in one message, without a stack, with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
