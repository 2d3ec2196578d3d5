import { randomUUID } from 'node:crypto';
import type { VerifierOptions } from '@pact-foundation/pact';
import { openEnvironment, type RunEnvironment } from '../../deployment/run-environment.ts';
import { headerName } from '../../target/naming.ts';
import { pactLibrary } from '../pact-library.ts';
import type { Delivered } from '../states/state.ts';
import { InteractionSetup } from './interaction-setup.ts';
import type { VerifyOptions } from './options.ts';
import { type PactSource, pactSource } from './pact-source.ts';
import { type Report, readReport, type Verification } from './verification.ts';

/** Verifies pacts in this very process, onto whose output the native library writes. */
export async function verifyHere(options: VerifyOptions): Promise<Verification> {
  const { target, pacts, ...run } = options;
  const source = await pactSource(pacts);
  const mark = `payrig-pact-${randomUUID().slice(0, 8)}`;
  try {
    const world = await openEnvironment(
      target,
      { ...run, concurrency: 2 },
      mark,
      new AbortController().signal,
    );
    try {
      return await verified(options, source, world);
    } finally {
      await world.close();
    }
  } finally {
    await source.close();
  }
}

async function verified(
  options: VerifyOptions,
  source: PactSource,
  world: RunEnvironment,
): Promise<Verification> {
  const setup = new InteractionSetup(world);
  const { report, problem } = await outcome({ ...source.options, ...verifierOptions(options, world, setup) });
  await setup.clear();
  const { interactions = [] } = report ?? {};
  // A run that verified less than there is to verify has not passed, whatever it says of itself.
  const missing = `only ${interactions.length} of ${source.expected} interactions were verified`;
  const failure =
    source.problem() ?? problem ?? (interactions.length < source.expected ? missing : undefined);
  return {
    passed: report?.passed === true && failure === undefined && setup.faults.length === 0,
    interactions,
    stateFaults: setup.faults,
    leftovers: world.client.cleanup.leftovers,
    problem: failure === undefined ? undefined : world.redactor.text(failure),
  };
}

async function outcome(options: VerifierOptions): Promise<{ report?: Report; problem?: string }> {
  const { Verifier } = await pactLibrary();
  try {
    const report = readReport(await new Verifier(options).verifyProvider());
    return report ? { report } : { problem: 'the verifier gave no report' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const report = readReport(message);
    if (!report) return { problem: `the verification could not run: ${message}` };
    // Pacts that cannot be fetched and results that cannot be published are errors of no interaction.
    const isClean = report.interactions.every(({ passed }) => passed);
    const problem = report.errors[0] ?? 'the verifier failed without a reason';
    return { report, problem: isClean ? problem : undefined };
  }
}

function verifierOptions(
  options: VerifyOptions,
  world: RunEnvironment,
  setup: InteractionSetup,
): VerifierOptions {
  const { target, timeoutMs = 30_000 } = options;
  return {
    providerBaseUrl: target.baseUrl.replace(/(?<!\/)\/+$/, ''),
    logLevel: 'error',
    timeout: timeoutMs,
    failIfNoPactsFound: true,
    // The library refuses an empty object.
    ...(Object.keys(target.headers ?? {}).length > 0 ? { customProviderHeaders: { ...target.headers } } : {}),
    // Every name has a handler here: a state or message without one would pass as a warning.
    stateHandlers: everyName((name) => ({
      setup: (params) => setup.arrange(name, params),
      teardown: () => setup.clear(),
    })),
    messageProviders: everyName(() => async () => messageOf(await setup.delivered(), world.naming)),
    requestFilter: (request, response, next) => {
      const isOwn = request.path === '/_pactSetup' || request.path === '/_messages';
      if (setup.obstacle === undefined || isOwn) next();
      else response.status(500).json({ errors: [setup.obstacle] });
    },
  };
}

/** A delivery as the Pact library takes a message: the received bytes, and the headers that pacts may name. */
function messageOf({ received }: Delivered, naming: RunEnvironment['naming']) {
  const { headers, raw } = received;
  const metadata: Record<string, string> = {
    contentType: headers['content-type']?.split(';')[0]?.trim() ?? '',
  };
  for (const header of ['x-svc-signature', 'x-svc-encryption-iv']) {
    const name = headerName(header, naming).toLowerCase();
    if (headers[name] !== undefined) metadata[name] = headers[name];
  }
  return { __pactMessageMetadata: metadata, message: raw };
}

/** An object that has a value under every name. */
function everyName<T>(make: (name: string) => T): Record<string, T> {
  return new Proxy<Record<string, T>>(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'toJSON' ? make(name) : undefined) },
  );
}
