import { callerOf, onEachStore } from './contestants.ts';
import { type Effort, type Figure, figuresBySize, interleave, type Measure, sectionOf } from './figure.ts';
import type { ServerProcess } from './server-process.ts';

type Call = ReturnType<typeof callerOf>;

const changes: Record<string, (call: Call, user_id: string, n: number) => Promise<unknown>> = {
  'a PATCH': (call, user_id, n) =>
    call('updateUser', { path: { user_id }, body: { ext_id: `crm-${n}`, surname: `Fairweather ${n}` } }),
  'an entry': (call, user_id, n) =>
    call('createEntry', {
      path: { user_id },
      body: { payroll_submissions: [{ employment_information: { role: `role ${n}` } }] },
    }),
  'a statement': (call, user_id) => call('createBankStatement', { path: { user_id }, body: {} }),
};

const REPEATS = 10;

/** A user with so many things, half of them entries and half statements. */
async function userWith(call: Call, things: number): Promise<string> {
  const { user_id } = await call('createUser', { body: { forename: 'Ann', surname: 'Fairweather' } });
  for (let n = 0; n < things / 2; n += 1) {
    await changes['an entry']!(call, user_id, n);
    await changes['a statement']!(call, user_id, n);
  }
  return user_id;
}

async function costsOn(store: string, server: ServerProcess, { rounds, things }: Effort): Promise<Figure[]> {
  const call = callerOf(server);
  const names = things.map(String);
  const users = new Map<string, string>();
  for (const name of names) users.set(name, await userWith(call, Number(name)));
  const figures: Figure[] = [];
  let n = 0;
  for (const [title, change] of Object.entries(changes)) {
    const costs = await interleave(names, rounds, async (name) => {
      const began = performance.now();
      for (let time = 0; time < REPEATS; time += 1) await change(call, users.get(name)!, n++);
      return (performance.now() - began) / REPEATS;
    });
    const id = `history.${store.toLowerCase()}.${title.split(' ')[1]!.toLowerCase()}`;
    figures.push(...figuresBySize(id, `${title} on ${store}`, 'things', costs, 'ms', { below: 2 }));
  }
  return figures;
}

export const history: Measure = async (effort) => {
  const figures = await onEachStore(async (store, start) => {
    await using server = await start();
    return await costsOn(store, server, effort);
  });
  return sectionOf('history', figures, { things: effort.things.join(' and with ') });
};
