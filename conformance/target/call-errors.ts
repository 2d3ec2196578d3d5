export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The target cannot be talked to: one sentence that ends the run. */
export class TargetUnusable extends Error {
  override name = 'TargetUnusable';
}

/** One request got no answer in time; the check is not judged, and several of them end the run. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** The response is unusable: cut off, endless, or not HTTP. The request's clause fails, unless the server is gone. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer';
}

/** The run is over (interrupted, or out of time) while a check was still at work. */
export class RunStopped extends Error {
  override name = 'RunStopped';
}
