/** A problem with pacts that the user can solve: printed as one sentence, without a stack. */
export class PactProblem extends Error {
  override name = 'PactProblem';
}

export type PactLibrary = typeof import('@pact-foundation/pact');

/** The Pact library, with its telemetry off; it is a peer that only those who work with pacts install. */
export async function pactLibrary(): Promise<PactLibrary> {
  // The native library reads the environment when it is first used.
  Object.assign(process.env, telemetryOff);
  return import('@pact-foundation/pact').catch((error: NodeJS.ErrnoException) => {
    const missing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
    const isOld = Number(process.versions.node.split('.')[0]) < 22;
    const why = isOld
      ? 'it needs Node 22 or newer'
      : missing
        ? 'install @pact-foundation/pact beside payrig'
        : error.message;
    throw new PactProblem(`The Pact library cannot be loaded (Node ${process.version}): ${why}.`);
  });
}

/** Turns off the telemetry of every Pact tool and of the packages below it. */
export const telemetryOff = { PACT_DO_NOT_TRACK: 'true', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };
