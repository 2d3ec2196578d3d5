import { createHash } from 'node:crypto';
import type { Snapshot } from '../../spec/types.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { clockAt, isFrozen } from '../domain/clock.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import { clientRecordOf } from '../state/client-state.ts';
import { CLIENT_DOCUMENT, type Contents, type Document, type Listed, type WorkItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { checkForm } from './snapshot-form.ts';

/** Changes with what a client's data looks like; a snapshot of another version cannot be understood. */
const VERSION = 2;

/** A client's whole state at one moment, to be kept and loaded again, here or into another sandbox. */
export async function takeSnapshot({ clientStore, state }: Client): Promise<Snapshot> {
  const contents = await clientStore.exclusively(() => clientStore.contents());
  const { aggregates, work } = contents;
  // The client as it was at that moment: by now another may have had its turn.
  const record = clientRecordOf(aggregates.find(({ id }) => id === CLIENT_DOCUMENT)?.document);
  const files = contents.files.map(({ id, bytes }) => ({
    id,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  const held = { aggregates, work, files } as unknown as Snapshot['contents'];
  return {
    version: VERSION,
    seed: record.birth.seed,
    born: record.birth.born,
    now: isoInstant(state.nowOf(record)),
    frozen: isFrozen(record.clock),
    checksum: checksumOf(held),
    contents: held,
  };
}

/** Puts a snapshot in the place of all that the client has; its clock goes on from the time of the snapshot. */
export async function loadSnapshot(client: Client, snapshot: Snapshot, realNow: () => number): Promise<void> {
  const { clientStore, worker } = client;
  const contents = contentsOf(snapshot, realNow());
  try {
    await clientStore.exclusively(async (leaseToken) => {
      await worker.drained();
      await clientStore.replace(contents, { leaseToken });
    });
  } finally {
    worker.wake();
  }
}

function contentsOf({ version, now, frozen, checksum, contents }: Snapshot, realNow: number): Contents {
  if (version !== VERSION) {
    throw refusals.badRequest(
      `The snapshot has version ${version}, and this sandbox reads version ${VERSION}: load it with the Payrig that saved it`,
    );
  }
  // What was saved keeps every rule of a client's data; what was written by hand might not.
  if (checksumOf(contents) !== checksum)
    throw refusals.badRequest('The snapshot is not as it was saved: its checksum is another');
  checkForm(contents);
  const clock = clockAt(Date.parse(now), realNow, frozen);
  const aggregates = (contents.aggregates as unknown as Listed[]).map((one) =>
    one.id === CLIENT_DOCUMENT ? { ...one, document: withClock(one.document, clock) } : one,
  );
  return {
    aggregates,
    work: contents.work as unknown as WorkItem[],
    files: contents.files.map(({ id, base64 }) => ({ id, bytes: Buffer.from(base64, 'base64') })),
  };
}

function withClock(root: Document, clock: ClientRecord['clock']): Document {
  return { ...clientRecordOf(root), clock } as unknown as Document;
}

function checksumOf(contents: Snapshot['contents']): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}
