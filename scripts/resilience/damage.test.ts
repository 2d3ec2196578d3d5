import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Stream } from '../../generators/random.ts';
import { ask, type Call, must, type ReceivedResponse } from './testing/connection.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import { dossier, newUser } from './testing/writers/writer.ts';

/** Damages files between restarts: only the user of a damaged file is lost, health reports it, and a backup restores it. */
faultTest({
  name: 'damage',
  title: 'a damaged file costs its user alone, health tells of it, and a backup brings it back',
  short: { users: 20, rounds: 1, seconds: 60 },
  long: { users: 30, rounds: 30, seconds: 45 },
  least: { restarts: 2 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const sandbox = await bed.startSandbox();
    const { call } = sandbox;
    const hasTime = timeLimit(size.seconds);
    const fileOf = (id: string) => join(aggregatesIn(join(bed.folder, 'data')), `${id}.json`);
    const figures = { 'files damaged': 0, 'users read': 0, restarts: 0 };
    const ids: string[] = [];
    for (let n = 0; n < size.users; n += 1) ids.push(await newUserWithPay(call, n));
    for (let round = 1; round <= size.rounds && hasTime(); round += 1) {
      const before = new Map<string, unknown>();
      for (const id of ids) before.set(id, await dossier(call, id));
      await sandbox.process[chance.pick(['kill', 'stop'] as const)]();
      const damaged = damageSome(ids, fileOf, chance);
      await sandbox.start();
      const report = (id: string, problem: string | undefined) => {
        const how = damaged.get(id)?.how ?? 'another user';
        if (problem !== undefined) problems.add(how, `round ${round}, seed ${seed}: ${problem}`);
      };
      const health = JSON.stringify(await must(call, 'getHealth'));
      for (const id of ids) {
        const how = damaged.get(id)?.how;
        const answer = await call(ask('inspectUser', { path: { user_id: id } }));
        report(id, how ? faultOfDamaged(answer, how) : faultOfSound(answer, before.get(id)));
        report(id, faultOfHealth(health, id, how));
        if (!how) report(id, await faultOfWriting(call, id, round));
      }
      const sound = ids.filter((id) => !damaged.has(id));
      report('', await faultOfList(call, sound));
      await sandbox.process.kill();
      for (const [id, { backup }] of damaged) writeFileSync(fileOf(id), backup);
      await sandbox.start();
      for (const id of damaged.keys()) {
        const isBack = isDeepStrictEqual(await dossier(call, id), before.get(id));
        report(id, isBack ? undefined : 'not as it was, with its file put back');
      }
      figures.restarts += 2;
      figures['files damaged'] += damaged.size;
      figures['users read'] += ids.length + damaged.size;
      progress(`round ${round}: ${figures['files damaged']} files damaged, ${problems.count} problems`);
    }
    return figures;
  },
});

/** What happens to a file on a bad disk, or by mistake. */
const fileDamages: Readonly<Record<string, (file: string, another: string, chance: Stream) => void>> = {
  'a flipped bit': (file, _, chance) => {
    const bytes = readFileSync(file);
    bytes[chance.int(0, bytes.length - 1)]! ^= 1 << chance.int(0, 7);
    writeFileSync(file, bytes);
  },
  'cut off': (file, _, chance) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, chance.int(1, bytes.length - 1)));
  },
  emptied: (file) => writeFileSync(file, ''),
  zeroed: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
  'the half of another': (file, another) => {
    const own = readFileSync(file);
    const other = readFileSync(another);
    writeFileSync(file, Buffer.concat([own.subarray(0, own.length >> 1), other.subarray(other.length >> 1)]));
  },
  'the file of another': (file, another) => writeFileSync(file, readFileSync(another)),
  'written by hand': (file) => writeFileSync(file, '{"id": "x", "document": {}}\n'),
  deleted: (file) => rmSync(file),
};

type Damaged = Map<string, { how: string; backup: Buffer }>;

function damageSome(ids: readonly string[], fileOf: (id: string) => string, chance: Stream): Damaged {
  const damaged: Damaged = new Map();
  for (const id of ids.filter(() => chance.chance(0.3))) {
    const backup = readFileSync(fileOf(id));
    const how = chance.pick(Object.keys(fileDamages));
    const others = ids.filter((other) => other !== id && !damaged.has(other));
    fileDamages[how]!(fileOf(id), fileOf(chance.pick(others)), chance);
    damaged.set(id, { how, backup });
  }
  return damaged;
}

function aggregatesIn(data: string): string {
  const client = join(data, 'clients', 'sandbox');
  const generation = readdirSync(client).find((name) => name.startsWith('generation-'));
  return join(client, generation ?? '', 'aggregates');
}

async function newUserWithPay(call: Call, n: number): Promise<string> {
  const user_id = await newUser(call, { surname: `Surname ${n}`, post_codes: ['LS1 4AP'] });
  const payroll_submissions = [{ employment_information: { role: `role ${n}` } }];
  await must(call, 'createEntry', { path: { user_id }, body: { payroll_submissions } });
  return user_id;
}

function faultOfSound({ status, text, body }: ReceivedResponse, before: unknown): string | undefined {
  if (status === 200 && isDeepStrictEqual(body, before)) return undefined;
  return `a user whose file is whole gave ${status} ${text.slice(0, 300)}`;
}

/** The response shows nothing of a damaged file: neither what is left of the user, nor another user. */
function faultOfDamaged({ status, text }: ReceivedResponse, how: string): string | undefined {
  const expected = how === 'deleted' ? 404 : 500;
  const isPlain = text.startsWith('{"errors":[') && !text.includes('Surname') && !/\bat .+:\d+/.test(text);
  return status === expected && isPlain ? undefined : `gave ${status} ${text.slice(0, 300)}`;
}

function faultOfHealth(health: string, id: string, how: string | undefined): string | undefined {
  const isNamed = health.includes(`${id}.json is damaged`);
  if (isNamed === (how !== undefined && how !== 'deleted')) return undefined;
  return `health ${isNamed ? 'names' : 'does not name'} ${id}: ${health.slice(0, 600)}`;
}

/** The list leaves out users whose files are damaged, and still answers. */
async function faultOfList(call: Call, sound: readonly string[]): Promise<string | undefined> {
  const { status, text } = await call(ask('listUsers', { query: { limit: 100 } }));
  const missing = sound.filter((id) => !text.includes(id));
  if (status === 200 && missing.length === 0) return undefined;
  return `the list gave ${status}, without ${missing.length} sound ones: ${text.slice(0, 200)}`;
}

async function faultOfWriting(call: Call, user_id: string, round: number): Promise<string | undefined> {
  const body = { forename: `Round ${round}` };
  const { status, text } = await call(ask('updateUser', { path: { user_id }, body }));
  return status === 200 ? undefined : `a PATCH beside damaged files gave ${status} ${text.slice(0, 300)}`;
}
