import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { world as openWorld } from '../../generators/world/world.ts';
import { type ErrorObject, Validators } from '../../spec/contract.ts';
import { picked } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import type { Snapshot } from '../../spec/types.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import { clientDocumentOf, clientRecordOf, clockAt, isFrozen } from '../state/client-state.ts';
import { isKey } from '../store/adapters/write-rules.ts';
import {
  CLIENT_DOCUMENT,
  type Contents,
  type Document,
  type LeaseOptions,
  type Listed,
  type WorkItem,
} from '../store/port.ts';
import type { Client } from '../tenant/client.ts';

/** Changes with the form of a client's data; a sandbox reads snapshots of its own version only. */
const VERSION = 2;

export async function takeSnapshot({ clientStore, state }: Client, signal?: AbortSignal): Promise<Snapshot> {
  const lease = { purpose: 'a snapshot', signal };
  const { aggregates, work, files } = await clientStore.exclusively(() => clientStore.contents(), lease);
  // The record of that moment: by now it may have changed.
  const record = clientRecordOf(aggregates.find(({ id }) => id === CLIENT_DOCUMENT)?.document);
  const inBase64 = files.map(({ id, bytes }) => ({ id, base64: Buffer.from(bytes).toString('base64') }));
  const contents = { aggregates: [...aggregates], work: [...work], files: inBase64 };
  return {
    version: VERSION,
    ...picked(record.birth, 'seed', 'born'),
    now: isoInstant(state.nowOf(record)),
    frozen: isFrozen(record.clock),
    checksum: checksumOf(contents),
    contents,
  };
}

/** Replaces all that the client has by a snapshot; its clock goes on from the time of the snapshot. */
export async function loadSnapshot(
  client: Client,
  snapshot: Snapshot,
  realNow: () => number,
  signal?: AbortSignal,
): Promise<void> {
  const { version, now, frozen, checksum } = snapshot;
  if (version !== VERSION) {
    throw refusals.badRequest(
      `The snapshot has version ${version}, and this sandbox reads version ${VERSION}: load it with the Payrig that saved it`,
    );
  }
  // A snapshot that a sandbox saved keeps every rule of a client's data; one that was edited may not.
  if (checksumOf(snapshot.contents) !== checksum)
    throw refusals.badRequest('The snapshot is not as it was saved: its checksum is another');
  const clock = clockAt(Date.parse(now), realNow(), frozen);
  const contents = await readContents(snapshot.contents);
  const aggregates = contents.aggregates.map((aggregate) =>
    aggregate.id === CLIENT_DOCUMENT
      ? { ...aggregate, document: clientDocumentOf({ ...clientRecordOf(aggregate.document), clock }) }
      : aggregate,
  );
  const lease = { purpose: 'the loading of a snapshot', signal };
  await replaceContents(client, lease, async () => ({ ...contents, aggregates }));
}

export function resetClient(client: Client, signal?: AbortSignal): Promise<void> {
  const contents = async () => client.startingContents((await client.state.read()).birth);
  return replaceContents(client, { purpose: 'a reset', signal }, contents, true);
}

async function replaceContents(
  { clientStore, worker }: Client,
  lease: LeaseOptions,
  contents: () => Promise<Contents>,
  clearRequests = false,
): Promise<void> {
  try {
    await clientStore.exclusively(async (leaseToken) => {
      await worker.drained();
      await clientStore.replace(await contents(), { leaseToken, clearRequests });
    }, lease);
  } finally {
    worker.wake();
  }
}

const checksumOf = (contents: Snapshot['contents']): string =>
  createHash('sha256').update(JSON.stringify(contents)).digest('hex');

/** Compiles part by part with the first snapshot: a quarter of a second in all, which other requests do not wait for. */
const validators = lazy(async () => {
  const file = new URL('./generated/stored.schema.json', import.meta.url);
  // No schema at the root: Ajv would compile it whole with the first part.
  const { $defs, properties: kinds } = JSON.parse(readFileSync(file, 'utf8'));
  const parts = new Validators({ $defs, kinds });
  for (const name of Object.keys($defs)) {
    parts.at(`/$defs/${name}`, 'first');
    await nextEventLoopTurn();
  }
  return parts;
});

type StoredKinds = { client: Document; user: Document; work: WorkItem };

/** Checks a value against the schema that `npm run generate` makes from the types of what is stored. */
function checkStored<Kind extends keyof StoredKinds>(
  parts: Validators,
  kind: Kind,
  value: unknown,
  place: string,
): asserts value is StoredKinds[Kind] {
  const validate = parts.at(`/kinds/${kind}`, 'first');
  if (validate(value)) return;
  // Each form of a choice has its error; the deepest belongs to the form that was meant.
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;
  const [deepest] = (validate.errors ?? []).sort((a, b) => depth(b) - depth(a));
  const path = deepest?.instancePath.replaceAll('/', ' > ') ?? '';
  refuse(`${place}${path.slice(0, 200)} ${deepest?.message ?? 'is something else'}`);
}

function refuse(problem: string): never {
  throw refusals.badRequest(`The snapshot does not hold what a client has: ${problem}`);
}

function addId(ids: Set<string>, id: unknown, place: string): string {
  if (typeof id !== 'string' || !isKey(id)) return refuse(`${place} > id is not an id`);
  if (ids.has(id)) refuse(`${place} > id is there already`);
  ids.add(id);
  return id;
}

/** Refuses what no sandbox can have saved: a checksum can be made for any contents. Lets other requests in between. */
async function readContents(given: Snapshot['contents']): Promise<Contents> {
  const parts = await validators();
  const ids = new Set<string>();
  const aggregates: Listed[] = [];
  for (const [index, { id: givenId, sortKey, document }] of given.aggregates.entries()) {
    if (index % 20 === 0) await nextEventLoopTurn();
    const place = `aggregates > ${index}`;
    const id = addId(ids, givenId, place);
    if (typeof sortKey !== 'string' || !/^[ -~]{0,200}$/.test(sortKey))
      return refuse(`${place} > sortKey is not a sort key`);
    checkStored(parts, id === CLIENT_DOCUMENT ? 'client' : 'user', document, `${place} > document`);
    aggregates.push({ id, sortKey, document });
    if (id === CLIENT_DOCUMENT) await checkWorld(clientRecordOf(document), `${place} > document`);
  }
  if (!ids.has(CLIENT_DOCUMENT)) refuse('there is no client among its aggregates');
  const itemIds = new Set<string>();
  const sequences = new Set<number>();
  const work: WorkItem[] = [];
  for (const [index, value] of given.work.entries()) {
    if (index % 100 === 0) await nextEventLoopTurn();
    const place = `work > ${index}`;
    addId(itemIds, value['id'], place);
    checkStored(parts, 'work', value, place);
    const { owner, sequence } = value;
    if (!ids.has(owner)) refuse(`${place} > owner does not exist`);
    if (!Number.isSafeInteger(sequence) || sequences.has(sequence))
      refuse(`${place} > sequence is not a number of its own`);
    sequences.add(sequence);
    work.push(value);
  }
  const fileIds = new Set<string>();
  const files = given.files.map(({ id, base64 }, index) => ({
    id: addId(fileIds, id, `files > ${index}`),
    bytes: Buffer.from(base64, 'base64'),
  }));
  return { aggregates, work, files };
}

async function checkWorld(record: ClientRecord, place: string): Promise<void> {
  const { birth, scenarios = [] } = record;
  const { checkScenario } = await import('../../generators/scenarios/read-scenario.ts');
  const { rehearse } = await import('../../generators/world/read-scenarios.ts');
  let wrong = 'birth';
  try {
    const { users, dishonest } = birth;
    openWorld(birth.seed, { users, dishonest, born: Date.parse(birth.born) });
    for (const [index, { scenario, begins }] of scenarios.entries()) {
      wrong = `scenarios > ${index}`;
      await rehearse(checkScenario(scenario), begins ?? birth.born.slice(0, 10));
      await nextEventLoopTurn();
    }
  } catch (error) {
    refuse(`${place} > ${wrong}: ${error instanceof Error ? error.message : error}`);
  }
}
