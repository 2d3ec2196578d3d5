import type { Json, Listed } from '../../port.ts';
import { type Patch, patched, patchOf } from '../patch.ts';
import { columnsOf, type Session } from './database.ts';

/** An aggregate as it was read: its version, and the size of its document and of the patches of it, as JSON text. */
export type ReadAggregate = Listed & Readonly<Record<'version' | 'whole' | 'patches', number>>;

/** Smaller documents are always written as a whole, which saves the other table. */
const SMALL = 4096;
/** How much text of a client's documents a process keeps. */
const KEPT_BYTES = 32 << 20;

type Row = Pick<ReadAggregate, 'id' | 'sortKey' | 'version'> & {
  /** Null when the kept one is of the same version, apart from the patches. */
  readonly document: string | null;
  readonly patches: readonly string[] | null;
};

type Written = { readonly id: string; readonly after: ReadAggregate | undefined };
type Change = { id: string; after: Listed | undefined; before: ReadAggregate | undefined };
type PatchChange = { after: Listed; before: ReadAggregate; text: string };

/**
 * The aggregates of a client. A change of a large document is stored as a patch, until the patches are larger than the
 * document. A process keeps what it has read and asks for newer versions only, so that reads and changes cost what was
 * changed, however much a user has: with 1,000 things a PATCH takes as long as with 10, instead of 19 times as
 * long (see bench "history").
 */
export class AggregateRows {
  /** By id, the one that was used the longest ago first. */
  readonly #kept = new Map<string, ReadAggregate>();
  #bytes = 0;

  /** The aggregates with these ids. Those of a snapshot that may be older than what is kept are read anew. */
  async read(session: Session, ids: readonly string[], { anew = false } = {}) {
    const kept = new Map(ids.map((id) => [id, anew ? undefined : this.#kept.get(id)]));
    const text = `select id, sort_key as "sortKey", greatest(base, known, latest)::float8 as version, patches,
        case when base > known then document::text end as document
      from unnest($2::text[], $3::bigint[]) as asked (id, known)
      join payrig.aggregate using (id)
      cross join lateral (select max(version) as latest, array_agg(patch::text order by version) as patches
        from payrig.patch as newer
        where newer.client = $1 and newer.id = asked.id and version > greatest(base, known)) as changes
      where client = $1`;
    const versions = [...kept.values()].map((known) => known?.version ?? -1);
    const rows = await session.rows<Row>(text, [...kept.keys()], versions);
    const found = new Map(rows.map((row) => [row.id, readFrom(row, kept.get(row.id))]));
    if (!anew) for (const id of kept.keys()) this.#keep(id, found.get(id));
    return found;
  }

  /** Replaces, changes or removes aggregates of which `before` was read. Call `keep` with the result once it is committed. */
  async write(session: Session, changes: readonly Change[]): Promise<Written[]> {
    const whole: Listed[] = [];
    const patches: PatchChange[] = [];
    const stale: string[] = [];
    for (const { id, after, before } of changes) {
      const text = after && before && patchText(before, after);
      if (after && before && text !== undefined) patches.push({ after, before, text });
      else if (after) whole.push(after);
      if (text === undefined && before && before.patches > 0) stale.push(id);
    }
    const removed = changes.filter(({ after }) => !after).map(({ id }) => id);
    const [replaced, added] = await Promise.all([
      putAggregates(session, whole),
      addPatches(session, patches),
      removed.length > 0 && session.run(removal('aggregate'), removed),
      stale.length > 0 && session.run(removal('patch'), stale),
    ]);
    return [...replaced, ...added, ...removed.map((id) => ({ id, after: undefined }))];
  }

  keep(written: readonly Written[]): void {
    for (const { id, after } of written) this.#keep(id, after);
  }

  #keep(id: string, aggregate: ReadAggregate | undefined): void {
    const old = this.#kept.get(id);
    // Another reader may have kept a newer one meanwhile.
    if (old && aggregate && old.version > aggregate.version) return;
    this.#kept.delete(id);
    this.#bytes -= old ? old.whole + old.patches : 0;
    if (!aggregate) return;
    this.#kept.set(id, aggregate);
    this.#bytes += aggregate.whole + aggregate.patches;
    for (const [oldest, { whole, patches }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= whole + patches;
    }
  }
}

const removal = (table: string): string =>
  `delete from payrig.${table} where client = $1 and id = any ($2::text[])`;

function readFrom({ id, sortKey, version, ...row }: Row, kept: ReadAggregate | undefined): ReadAggregate {
  const texts = row.patches ?? [];
  // The kept one itself, so that what was worked out from its document is found again.
  if (row.document === null && texts.length === 0 && kept?.sortKey === sortKey) return kept;
  const base: Json = row.document === null ? kept!.document : JSON.parse(row.document);
  const document = texts.reduce((json, text) => patched(json, JSON.parse(text) as Patch), base);
  const whole = row.document?.length ?? kept!.whole;
  const patches = texts.reduce((sum, text) => sum + text.length, row.document === null ? kept!.patches : 0);
  return { id, sortKey, document: document as Listed['document'], version, whole, patches };
}

/** The patch to store for a change; undefined when the whole document is to be stored. */
function patchText(before: ReadAggregate, after: Listed): string | undefined {
  if (before.whole < SMALL || before.sortKey !== after.sortKey) return undefined;
  const text = JSON.stringify(patchOf(before.document, after.document));
  return before.patches + text.length > before.whole ? undefined : text;
}

async function addPatches(session: Session, changes: readonly PatchChange[]): Promise<Written[]> {
  if (changes.length === 0) return [];
  const text = `insert into payrig.patch (client, id, patch)
    select $1, id, patch::json from unnest($2::text[], $3::text[]) as new (id, patch)
    returning id, version::float8 as version`;
  const ids = changes.map(({ after }) => after.id);
  const versions = versionsOf(await session.rows(text, ids, ...columnsOf(changes, 'text')));
  return changes.map(({ after, before, text }) => ({
    id: after.id,
    after: { ...before, ...after, version: versions(after.id), patches: before.patches + text.length },
  }));
}

export async function putAggregates(session: Session, aggregates: readonly Listed[]): Promise<Written[]> {
  if (aggregates.length === 0) return [];
  const text = `insert into payrig.aggregate (client, id, sort_key, document)
      select $1, id, sort_key, document::json
        from unnest($2::text[], $3::text[], $4::text[]) as new (id, sort_key, document)
    on conflict (client, id) do update set sort_key = excluded.sort_key, document = excluded.document, base = excluded.base
    returning id, base::float8 as version`;
  const texts = aggregates.map(({ document }) => JSON.stringify(document));
  const versions = versionsOf(await session.rows(text, ...columnsOf(aggregates, 'id', 'sortKey'), texts));
  return aggregates.map(({ id, sortKey, document }, at) => ({
    id,
    after: { id, sortKey, document, version: versions(id), whole: texts[at]!.length, patches: 0 },
  }));
}

function versionsOf(rows: readonly { id: string; version: number }[]): (id: string) => number {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return (id) => versions.get(id) ?? -1;
}
