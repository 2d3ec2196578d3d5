import { setTimeout as sleep } from 'node:timers/promises';
import { loadOpenPoints, type PartialProfile, type Points, type Profile } from '../../spec/profile.ts';
import { fixturesArrangement, readFixtures } from '../arrange/fixtures.ts';
import { moduleArrangement } from '../arrange/own-module.ts';
import { type SandboxDoor, sandboxArrangement, tokenVariable } from '../arrange/sandbox.ts';
import { noArrangement, type PartialArrangement, Refused } from '../judgement/arrangement.ts';
import { ArrangementFailed, BadUsage } from '../judgement/failure.ts';
import { HttpReceiver } from '../receiver/http-receiver.ts';
import { Waits } from '../receiver/waits.ts';
import { TargetUnusable } from '../target/call-errors.ts';
import type { Incident } from '../target/incident.ts';
import { RateLimit } from '../target/rate-limit.ts';
import { fieldsOf } from '../target/read-json.ts';
import { Redactor } from '../target/redactor.ts';
import { Transport } from '../target/transport.ts';
import { isHere, offers, type ServerKind } from './offers.ts';
import type { RunOptions, TargetDescription } from './options.ts';
import { preflight } from './preflight.ts';
import { againCommand, headerVariable } from './redacted-config.ts';
import { RunClient } from './run-client.ts';

export type RunEnvironment = Awaited<ReturnType<typeof openEnvironment>>;

/** How long a run may take after --max-time to remove what it made; what is left then is named. */
const longestCleaningMs = 5000;

/** Opens a run: connections, arrangements and receiver; throws one sentence when the target cannot be used. */
export async function openEnvironment(
  description: TargetDescription,
  options: RunOptions,
  mark: string,
  signal: AbortSignal,
  heard: (body: unknown, naming: Profile['naming']) => void = () => {},
) {
  const { readOnly = false, destructive = false, timeoutMs = 30_000, concurrency = 8, rateLimit } = options;
  const redactor = secretsOf(description);
  let marks = 0;
  const limit = rateLimit === undefined ? {} : { rateLimit: new RateLimit(rateLimit, sleep) };
  const shared = { timeoutMs, concurrency: concurrency * 2, sleep, ...limit };
  const transport = new Transport({ ...shared, signal });
  const { maxTimeMs } = options;
  const cleaning = new Transport({
    ...shared,
    signal: maxTimeMs === undefined ? undefined : AbortSignal.timeout(maxTimeMs + longestCleaningMs),
  });
  const incidents: Incident[] = [];
  const open = (target: Pick<TargetDescription, 'baseUrl' | 'apiKey' | 'member' | 'headers'>): RunClient =>
    new RunClient({
      ...{ ...target, transport, cleaning, redactor, readOnly, destructive, mark, incidents },
      // The caller's own object, which may have another value at each request.
      headers: target.headers ? { ...description.headers, ...target.headers } : description.headers,
    });

  const { baseUrl, apiKey, otherApiKey, member } = description;
  const client = open({ baseUrl, apiKey, member });
  const naming = (profile?: PartialProfile) => ({ vendor: 'svc', authority: 'taxauth', ...profile?.naming });
  client.obey({ naming: naming(options.profile) });
  if (options.preflight !== false) await preflight(client);
  const isPublic = options.evidence === 'public';
  const arrange = isPublic ? 'none' : options.arrange;
  client.arrangement = await chooseArrangement(arrange, client);
  const declared = isPublic ? {} : ownersWord(client.arrangement.declared, options.profile);
  const names = naming({ naming: { ...client.arrangement.declared?.naming, ...options.profile?.naming } });
  const profile = { naming: names, points: declared };
  client.obey(profile);

  const beside = async (second: RunClient, which: 'other' | 'production'): Promise<RunClient> => {
    second.obey(profile);
    await preflight(second, `--${which}-api-key`);
    second.arrangement = await chooseArrangement(arrange, second, which);
    return second;
  };
  const serverKind: ServerKind = description.environment ?? client.arrangement.environment ?? 'unknown';
  const [other, production] = await Promise.all([
    otherApiKey === undefined ? undefined : beside(open({ baseUrl, apiKey: otherApiKey }), 'other'),
    description.production
      ? beside(open({ apiKey, ...description.production }), 'production')
      : serverKind === 'production'
        ? client
        : undefined,
  ]);
  const reachable = isHere(baseUrl) || options.receiverUrl !== undefined;
  const { patienceMs = 5000 } = options;
  const receiver = new HttpReceiver({
    patienceMs,
    publicUrl: options.receiverUrl,
    host: options.receiverUrl === undefined ? undefined : '0.0.0.0',
    port: options.receiverPort,
  });
  if (reachable && !readOnly) await receiver.start();
  return {
    client,
    other,
    production,
    clients: [...new Set([client, other, production])].filter((one) => one !== undefined),
    serverKind,
    receiver,
    /** Gets the body of every delivery that could be read. */
    heard: (body: unknown): void => heard(body, names),
    // To read a document takes longer than to send a request, the more so on a busy machine.
    extractions: new Waits(4 * patienceMs, 'extractions of uploads'),
    redactor,
    naming: names,
    known: { ...declared },
    isPublic,
    declared: new Set(Object.keys(declared)),
    nextMark: (label: string): string => `${mark}-${label}-${++marks}`,
    concurrency: Math.min(concurrency, client.arrangement.concurrency ?? concurrency),
    offers: offers({ member, client, other, serverKind, production, readOnly, destructive, reachable }),
    requests: () => transport.sent + cleaning.sent,
    again: (token: string): string => againCommand(description, options, token),
    keep: options.keep ?? false,
    /** What checks and probes of this run have in common, by key. */
    shared: new Map<string, { made: Promise<unknown>; arrangedBy: ReadonlySet<string> }>(),
    /** The arrangement calls that each open point was learnt with. */
    learntBy: new Map<string, ReadonlySet<string>>(),
    notes: [...(client.arrangement.notes ?? [])],
    incidents,
    async close(): Promise<void> {
      await receiver.close();
      transport.close();
      cleaning.close();
    },
  };
}

/** The given points, and what the deployment declares that no probe can learn, such as the names of its filters. */
function ownersWord(said: PartialProfile | undefined, given: PartialProfile | undefined): Partial<Points> {
  const unlearnable = loadOpenPoints().filter(
    ({ id, learnt }) => learnt === 'declared' || /^bank-statements\.list\.exclude-\w+-name$/.test(id),
  );
  const points = fieldsOf(said?.points);
  const own = unlearnable.filter(({ id }) => Object.hasOwn(points, id)).map(({ id }) => [id, points[id]]);
  return { ...Object.fromEntries(own), ...given?.points };
}

/** A shorter one would be part of many words, and hidden in them. */
const shortestSecret = 5;

function secretsOf({ apiKey, otherApiKey, member, headers, production }: TargetDescription): Redactor {
  const keys = { $API_KEY: apiKey, $OTHER_API_KEY: otherApiKey, $PRODUCTION_API_KEY: production?.apiKey };
  const redactor = new Redactor();
  for (const [name, secret] of Object.entries({ ...keys, $MEMBER_PASSWORD: member?.password })) {
    if (secret !== undefined && secret.length < shortestSecret)
      throw new BadUsage(
        `A key or password of fewer than ${shortestSecret} characters cannot be kept out of reports: use a longer one.`,
      );
    redactor.add(secret, name);
  }
  for (const [name, value] of Object.entries({ ...production?.headers, ...headers }))
    redactor.add(value, `$${headerVariable(name)}`);
  return redactor;
}

async function chooseArrangement(
  wanted: string | undefined,
  client: RunClient,
  which: 'main' | 'other' | 'production' = 'main',
): Promise<PartialArrangement> {
  const { baseUrl, apiKey, headers, transport, cleaning, redactor } = client.options;
  const { naming } = client.target;
  if (wanted === 'none') return noArrangement();
  if (wanted === undefined || wanted === 'sandbox') {
    const found = await sandboxAt({ baseUrl, apiKey, headers, transport, cleaning, redactor, naming });
    if (!(found instanceof Error)) return found;
    const isThere = found instanceof ArrangementFailed && !(found instanceof Refused);
    const problem = isThere
      ? `The answer of ${baseUrl} to GET /_sandbox/health is not what the arrangement API says`
      : `${baseUrl} does not offer the arrangement API (GET /_sandbox/health)`;
    if (wanted === 'sandbox') throw new TargetUnusable(`${problem}: ${found.message}`);
    // Most deployments have no such path; any other answer than 404 may be a fault of one that has.
    return isThere || (found instanceof Refused && found.status !== 404)
      ? { ...noArrangement(), notes: [`Nothing can be arranged: ${found.message}`] }
      : noArrangement();
  }
  if (!wanted.endsWith('.json'))
    return moduleArrangement(wanted, { baseUrl, apiKey, headers, client: which });
  const fixtures = readFixtures(wanted);
  const fixturesOfClient = which === 'other' ? (fixtures.other ?? {}) : fixtures;
  for (const { token, user_id } of fixturesOfClient.users ?? []) redactor.add(token, tokenVariable(user_id));
  const name = `fixtures ${wanted}`;
  return fixturesArrangement(name, fixturesOfClient, client.caller, client.cleanup, fixtures.environment);
}

async function sandboxAt(door: SandboxDoor): Promise<PartialArrangement | Error> {
  try {
    return await sandboxArrangement(door);
  } catch (error) {
    // The server has no arrangement API, or answers with something other than JSON.
    if (error instanceof ArrangementFailed || error instanceof TypeError) return error;
    throw error;
  }
}
