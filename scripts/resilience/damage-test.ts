import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { type Stream, stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Call, must, type ReceivedResponse } from './connection.ts';
import { fileDamages } from './damage/file-damages.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';
import { dossier, newUser } from './writers/writer.ts';

export type DamageSize = { users: number; rounds: number; seconds: number };

type Spoilt = Map<string, { how: string; backup: Buffer }>;

/** Damages files at random between restarts: each costs its user alone, health tells, and a backup brings it back. */
export async function damageTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<DamageSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'damage');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const fileOf = (id: string) => join(aggregatesOf(folder.path), `${id}.json`);
  const flags = ['--data', folder.path, '--users', '4', '--log-level', 'error'];
  const ends = performance.now() + size.seconds * 1000;
  const sandbox = await RestartableSandbox.start({ flags });
  const { call } = sandbox;
  const figures = { 'files damaged': 0, 'users read': 0, restarts: 0 };
  try {
    const ids: string[] = [];
    for (let n = 0; n < size.users; n += 1) ids.push(await newUserWithPay(call, n));
    for (let round = 1; round <= size.rounds && performance.now() < ends; round += 1) {
      const before = new Map<string, unknown>();
      for (const id of ids) before.set(id, await dossier(call, id));
      await sandbox.process[chance.pick(['kill', 'stop'] as const)]();
      const spoilt = spoil(ids, fileOf, chance);
      await sandbox.start();
      const tell = (id: string, problem: string | undefined) => {
        const how = spoilt.get(id)?.how ?? 'another user';
        if (problem !== undefined) problems.add(how, `round ${round}, seed ${seed}: ${problem}`);
      };
      const health = JSON.stringify(await must(call, { method: 'GET', path: '/_sandbox/health' }));
      for (const id of ids) {
        const how = spoilt.get(id)?.how;
        const answer = await call({ method: 'GET', path: `/_sandbox/users/${id}` });
        tell(id, how ? faultOfDamaged(answer, how) : faultOfSound(answer, before.get(id)));
        tell(id, faultOfHealth(health, id, how));
        if (!how) tell(id, await faultOfWriting(call, id, round));
      }
      const sound = ids.filter((id) => !spoilt.has(id));
      tell('', await faultOfList(call, sound));
      await sandbox.process.kill();
      for (const [id, { backup }] of spoilt) writeFileSync(fileOf(id), backup);
      await sandbox.start();
      for (const id of spoilt.keys()) {
        const isBack = isDeepStrictEqual(await dossier(call, id), before.get(id));
        tell(id, isBack ? undefined : 'not as it was, with its file put back');
      }
      figures.restarts += 2;
      figures['files damaged'] += spoilt.size;
      figures['users read'] += ids.length + spoilt.size;
      progress(`round ${round}: ${figures['files damaged']} files damaged, ${problems.count} problems`);
    }
  } finally {
    await sandbox.close();
    await folder.remove();
  }
  return { figures, problems: problems.list() };
}

function aggregatesOf(folder: string): string {
  const client = join(folder, 'clients', 'sandbox');
  const generation = readdirSync(client).find((name) => name.startsWith('generation-'));
  return join(client, generation ?? '', 'aggregates');
}

async function newUserWithPay(call: Call, n: number): Promise<string> {
  const id = await newUser(call, { surname: `Surname ${n}`, post_codes: ['LS1 4AP'] });
  const payroll_submissions = [{ employment_information: { role: `role ${n}` } }];
  await must(call, { method: 'POST', path: `/_sandbox/users/${id}/entries`, body: { payroll_submissions } });
  return id;
}

/** Damages about a third of the files. */
function spoil(ids: readonly string[], fileOf: (id: string) => string, chance: Stream): Spoilt {
  const spoilt: Spoilt = new Map();
  for (const id of ids.filter(() => chance.chance(0.3))) {
    const backup = readFileSync(fileOf(id));
    const how = chance.pick(Object.keys(fileDamages));
    const others = ids.filter((one) => one !== id && !spoilt.has(one));
    fileDamages[how]!(fileOf(id), fileOf(chance.pick(others)), chance);
    spoilt.set(id, { how, backup });
  }
  return spoilt;
}

function faultOfSound({ status, text, body }: ReceivedResponse, before: unknown): string | undefined {
  if (status === 200 && isDeepStrictEqual(body, before)) return undefined;
  return `a user whose file is whole gave ${status} ${text.slice(0, 300)}`;
}

/** Nothing of it is shown: neither what is left of the user, nor somebody else. */
function faultOfDamaged({ status, text, body }: ReceivedResponse, how: string): string | undefined {
  const expected = how === 'deleted' ? 404 : 500;
  const isTold = Array.isArray(body?.errors) && !text.includes('Surname') && !/\bat .+:\d+/.test(text);
  return status === expected && isTold ? undefined : `gave ${status} ${text.slice(0, 300)}`;
}

/** A file that is gone leaves nothing by which anybody could tell. */
function faultOfHealth(health: string, id: string, how: string | undefined): string | undefined {
  const isTold = health.includes(`${id}.json is damaged`);
  if (isTold === (how !== undefined && how !== 'deleted')) return undefined;
  return `health ${isTold ? 'tells' : 'does not tell'} of ${id}: ${health.slice(0, 600)}`;
}

/** A list without those whose files are damaged is worth more than none. */
async function faultOfList(call: Call, sound: readonly string[]): Promise<string | undefined> {
  const { status, text } = await call({ method: 'GET', path: '/users?limit=100' });
  const missing = sound.filter((id) => !text.includes(id));
  if (status === 200 && missing.length === 0) return undefined;
  return `the list gave ${status}, without ${missing.length} sound ones: ${text.slice(0, 200)}`;
}

async function faultOfWriting(call: Call, id: string, round: number): Promise<string | undefined> {
  const body = { forename: `Round ${round}` };
  const { status, text } = await call({ method: 'PATCH', path: `/users/${id}`, body });
  return status === 200 ? undefined : `a PATCH beside damaged files gave ${status} ${text.slice(0, 300)}`;
}
