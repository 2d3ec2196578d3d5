import { randomUUID } from 'node:crypto';
import type { VerifierOptions } from '@pact-foundation/pact';
import { openEnvironment, type RunEnvironment } from '../../deployment/run-environment.ts';
import { pactLibrary } from '../pact-library.ts';
import { messageOf } from './delivered-message.ts';
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
  const { report, problem } = await outcome({
    ...source.options,
    ...verifierOptions(options, world, setup),
  });
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
    ...(failure !== undefined && { problem: world.redactor.text(failure) }),
  };
}

async function outcome(options: VerifierOptions): Promise<{ report?: Report; problem?: string }> {
  const { Verifier } = await pactLibrary();
  try {
    const report = readReport(await new Verifier(options).verifyProvider());
    return report ? { report } : { problem: 'the verifier gave no report' };
  } catch (error) {
    const { message } = error as Error;
    const report = readReport(message);
    if (!report) return { problem: `the verification could not run: ${message}` };
    // Pacts that cannot be fetched and results that cannot be published are errors of no interaction.
    const [elsewhere] = report.errors;
    const clean = report.interactions.every(({ passed }) => passed);
    return { report, ...(clean && { problem: elsewhere ?? 'the verifier failed without a reason' }) };
  }
}

function verifierOptions(
  options: VerifyOptions,
  world: RunEnvironment,
  setup: InteractionSetup,
): VerifierOptions {
  const { target, timeoutMs = 30_000 } = options;
  return {
    providerBaseUrl: target.baseUrl.replace(/\/+$/, ''),
    logLevel: 'error',
    timeout: timeoutMs,
    failIfNoPactsFound: true,
    ...(target.headers && { customProviderHeaders: { ...target.headers } }),
    // Whatever a pact asks for is answered here: a state or message without a handler must not pass as a warning.
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

/** An object that has something under every name. */
function everyName<T>(make: (name: string) => T): Record<string, T> {
  return new Proxy<Record<string, T>>(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'toJSON' ? make(name) : undefined) },
  );
}
