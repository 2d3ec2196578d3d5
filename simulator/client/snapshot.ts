import { createHash } from 'node:crypto';
import type { Snapshot } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import { clientDocumentOf, clientRecordOf, clockAt, isFrozen } from '../state/client-state.ts';
import { CLIENT_DOCUMENT, type Contents } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { readContents } from './snapshot-form.ts';

/** Changes with the form of a client's data; a sandbox reads snapshots of its own version only. */
const VERSION = 2;

/** A client's whole state at one moment, to be loaded again, here or into another sandbox. */
export async function takeSnapshot({ clientStore, state }: Client): Promise<Snapshot> {
  const { aggregates, work, files } = await clientStore.exclusively(() => clientStore.contents());
  // The record of that moment: by now it may have changed.
  const record = clientRecordOf(aggregates.find(({ id }) => id === CLIENT_DOCUMENT)?.document);
  const contents = {
    aggregates: [...aggregates],
    work: [...work],
    files: files.map(({ id, bytes }) => ({ id, base64: Buffer.from(bytes).toString('base64') })),
  };
  return {
    version: VERSION,
    seed: record.birth.seed,
    born: record.birth.born,
    now: isoInstant(state.nowOf(record)),
    frozen: isFrozen(record.clock),
    checksum: checksumOf(contents),
    contents,
  };
}

/** Replaces all that the client has by a snapshot; its clock goes on from the time of the snapshot. */
export async function loadSnapshot(client: Client, snapshot: Snapshot, realNow: () => number): Promise<void> {
  const { clientStore, worker } = client;
  const contents = await contentsOf(snapshot, realNow());
  try {
    await clientStore.exclusively(async (leaseToken) => {
      await worker.drained();
      await clientStore.replace(contents, { leaseToken });
    });
  } finally {
    worker.wake();
  }
}

async function contentsOf(snapshot: Snapshot, realNow: number): Promise<Contents> {
  const { version, now, frozen, checksum } = snapshot;
  if (version !== VERSION) {
    throw refusals.badRequest(
      `The snapshot has version ${version}, and this sandbox reads version ${VERSION}: load it with the Payrig that saved it`,
    );
  }
  // A snapshot that a sandbox saved keeps every rule of a client's data; one that was edited may not.
  if (checksumOf(snapshot.contents) !== checksum)
    throw refusals.badRequest('The snapshot is not as it was saved: its checksum is another');
  const contents = await readContents(snapshot.contents);
  const clock = clockAt(Date.parse(now), realNow, frozen);
  const aggregates = contents.aggregates.map((aggregate) =>
    aggregate.id === CLIENT_DOCUMENT
      ? { ...aggregate, document: clientDocumentOf({ ...clientRecordOf(aggregate.document), clock }) }
      : aggregate,
  );
  return { ...contents, aggregates };
}

const checksumOf = (contents: Snapshot['contents']): string =>
  createHash('sha256').update(JSON.stringify(contents)).digest('hex');
