import { useState } from 'preact/hooks';
import type { Caller } from '../../../spec/caller.ts';
import type { Snapshot } from '../../../spec/types.ts';
import { CallOf } from './code.tsx';
import { type Comparable, CompareSection, type Kept, keep, useKept } from './compare.tsx';
import { useAction, useConsole, useRead } from './context.ts';
import { Act, Button, Form, JsonFileField, Submit, TextField } from './forms.tsx';
import { Head, Lines, Outcome, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment, plural, short, wordsFor } from './text.ts';
import words from './words.json' with { type: 'json' };

type Parts = Readonly<Record<string, object | undefined>>;
type Stored = { id: string; document: { base?: string; deleted?: boolean; parts?: Parts } & Parts };
type Work = { id: string; kind: string; data: { event: string; state: string } };

function contentsOf({ contents }: Snapshot) {
  const { aggregates, work } = contents as unknown as { aggregates: Stored[]; work: Work[] };
  return {
    client: aggregates.find(({ id }) => id === 'client')?.document ?? {},
    users: aggregates.filter(({ id }) => id !== 'client'),
    deliveries: work.filter(({ kind }) => kind === 'delivery'),
  };
}

function lossOf(snapshot: Snapshot): string[] {
  const { client, users, deliveries } = contentsOf(snapshot);
  const added = Object.keys(client['scenarios'] ?? {}).length;
  const made = users.filter(({ document: { base } }) => base === 'none').length + added;
  const changed = users.filter(
    ({ document: { deleted, base, parts = {} } }) =>
      deleted || (base === 'seeded' && Object.keys(parts).length > 0),
  ).length;
  const count = (name: string) => Object.keys(client[name] ?? {}).length;
  const isMoved = snapshot.now.slice(0, 10) !== snapshot.born.slice(0, 10);
  const losses = [
    [made, `${plural(made, 'person', 'people')} made since the start`],
    [changed, `what was done to ${plural(changed, 'person', 'people')} of the starting world`],
    [count('webhooks'), plural(count('webhooks'), 'subscription')],
    [deliveries.length, plural(deliveries.length, 'delivery', 'deliveries')],
    [count('faults'), plural(count('faults'), 'fault')],
    [isMoved ? 1 : 0, `the time: the clock returns from ${moment(snapshot.now)}`],
  ] as const;
  return losses.filter(([number]) => number > 0).map(([, text]) => text);
}

function thingsIn(snapshot: Snapshot): Comparable {
  const { client, users, deliveries } = contentsOf(snapshot);
  const things = new Map([['Clock', `${moment(snapshot.now)}${snapshot.frozen ? ', frozen' : ''}`]]);
  const put = (name: string, value: unknown) => void things.set(name, JSON.stringify(value));
  for (const { id, document } of users) put(`Person ${nameIn(document.parts) ?? short(id)}`, document);
  for (const [name, value] of Object.entries(client)) {
    if (name === 'clock' || name === 'epoch' || !value) continue;
    for (const [id, item] of Object.entries(value))
      put(`${wordsFor('things', name) ?? name} ${itemName(item) ?? id}`, item);
  }
  for (const { id, data } of deliveries) put(`Delivery ${short(id)} of ${data.event}`, data.state);
  return things;
}

const nameIn = (parts: Parts | undefined): string | undefined => {
  const { forename, surname }: { forename?: string; surname?: string } = parts?.['user'] ?? {};
  return [forename, surname].filter(Boolean).join(' ') || undefined;
};

const itemName = (item: { name?: string; email?: string; scenario?: { key: string } } | null) =>
  item?.scenario?.key ?? item?.email ?? item?.name;

/** Replaces the client's whole state, and offers to take that back. */
function useReplace() {
  const { toast, renew } = useConsole();
  return useAction(async (api, text: string, act: (api: Caller) => Promise<unknown>, before?: Snapshot) => {
    const state = before ?? (await api.call('takeSnapshot'));
    await act(api);
    toast({
      text,
      undo: async () => {
        await api.call('loadSnapshot', { body: state });
        renew();
        toast({ text: 'The state from before is back.' });
      },
    });
    renew();
  });
}

const openDialog = (dialog: HTMLDialogElement | null) => dialog?.showModal();

export function ResetSection() {
  const [state, setState] = useState<Snapshot>();
  const ask = useAction(async (api) => setState(await api.call('takeSnapshot')));
  const reset = useReplace();
  const done = 'The client is back in its starting world.';
  const toStart = (api: Caller) => api.call('resetClient');
  const close = () => setState(undefined);
  return (
    <Section id="reset" outcome={[ask]}>
      <Act of={ask} with={[]} class="danger" label="Reset this client…" />
      {state && (
        <dialog ref={openDialog} aria-label="Reset this client?" onClose={close}>
          <h2>Reset this client?</h2>
          <p>{lossOf(state).length > 0 ? 'You lose:' : 'Nothing is lost: this is the starting world.'}</p>
          <Lines of={lossOf(state)} />
          <p class="note">The console takes a snapshot first, so that you can undo it.</p>
          <div class="buttons">
            <Act of={reset} with={[done, toStart, state]} class="main" label="Reset it" />
            <Button onClick={close} label="Cancel" />
          </div>
          <Outcome of={[reset]} />
        </dialog>
      )}
    </Section>
  );
}

function download({ name, data }: Kept<Snapshot>): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name.replace(/[^\p{L}\p{N}.-]+/gu, '-')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The sandbox sees to the rest when it loads it. */
function isSnapshot(json: unknown): json is Snapshot {
  const { now, born, contents }: Partial<Snapshot> = Object(json);
  return Boolean(now && born) && Array.isArray(contents?.aggregates) && Array.isArray(contents.work);
}

const NOW = 'now';

export function SnapshotsPage({ query }: { query: URLSearchParams }) {
  const { toast, clock } = useConsole();
  const { all, reload, remove } = useKept<Snapshot>('snapshot');
  const now = useRead('takeSnapshot');
  const [name, setName] = useState('');
  const usual = `State of ${moment(clock?.now)}`;
  const put = async (name: string, data: Snapshot) => {
    const at = new Date().toISOString();
    await keep({ id: `snapshot ${at}`, kind: 'snapshot', name, at, data });
    await reload();
  };
  const save = useAction(async (api) => {
    await put(name || usual, await api.call('takeSnapshot'));
    toast({ text: `The snapshot ${name || usual} is saved.` });
    setName('');
  });
  const upload = async (json: unknown, file: string) => {
    if (json === undefined) return;
    const next = 'Choose one that this page or GET /_sandbox/snapshot saved.';
    if (!isSnapshot(json)) throw new Error(`${file} is not a snapshot. ${next}`);
    const name = file.replace(/\.json$/i, '');
    await put(name, json);
    toast({ text: `The snapshot ${name} is in the list: load it or compare it.` });
  };
  const replace = useReplace();
  const load = (one: Kept<Snapshot>) =>
    replace.run(`The snapshot ${one.name} is loaded.`, (api) => api.call('loadSnapshot', { body: one.data }));
  const thingsOf = (id: string | null) => {
    const found = id === NOW ? now.data : all.find((one) => one.id === id)?.data;
    return found && thingsIn(found);
  };
  return (
    <>
      <Head of="snapshots" />
      <Form class="row" of={save} onSubmit={save.run} label="Save the state">
        <TextField label="Name" placeholder={usual} value={name} onValue={setName} />
        <Submit class="main" of={save} label="Save the state now" />
        <JsonFileField label="Or add one from a file" onJson={upload} />
      </Form>
      <Outcome of={[save, replace]} />
      <RecordTable
        {...words.tables.snapshots}
        records={all}
        columns={[
          ['Name', ({ name }) => name, 'heading'],
          ['Saved', ({ at }) => moment(at), 'when'],
          ['Clock', ({ data }) => moment(data.now), 'when'],
        ]}
        actions={(one) => (
          <>
            <Button onClick={() => load(one)} label="Load" about={one.name} />
            <Button onClick={() => download(one)} label="Save to a file" about={one.name} />
            <Button class="danger" onClick={() => void remove(one.id)} label="Remove" about={one.name} />
          </>
        )}
      />
      <CallOf request={now.request} />
      <CompareSection
        what="two states"
        query={query}
        options={[[NOW, 'the state now'], ...all.map(({ id, name }) => [id, name] as const)]}
        before={thingsOf(query.get('a'))}
        after={thingsOf(query.get('b'))}
        note="The table lists what was added, removed or changed between the two."
      />
      <ResetSection />
    </>
  );
}
