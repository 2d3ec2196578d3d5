import { stream } from '../../generators/random.ts';
import { world } from '../../generators/world/world.ts';
import { apiKey, BORN, bareExpress, inMemory, onFiles, patchOf, prism } from './contestants.ts';
import { byName, type Effort, figureOf, interleave, type Measure, ratios, sectionOf } from './figure.ts';
import { given, type Load, READY, requestOf, throughput } from './load.ts';
import { peerFigures } from './peers.ts';

type Question = { key: string; title: string; load: Load; goals: Partial<Record<Name, { atLeast: number }>> };

/** Another change each time: the sandbox writes nothing where nothing changes. */
const change = () => ({
  ext_id: `crm-${draws.int(1000, 9999)}`,
  surname: 'Fairweather',
  payroll_period_months: 12,
});
const draws = stream('bench', 'serving');
const people = world(undefined, { born: BORN });
const ofRead = (key: string, title: string, path: string): Question => ({
  ...{ key, title, load: { path, headers: apiKey } },
  goals: { memory: { atLeast: 0.9 } },
});

export const questions: readonly Question[] = [
  ofRead('list', 'a page of 10 users', '/users?offset=1&limit=10'),
  ofRead('read', 'a term by its id', `/authorisations/terms/${people.terms[0]!.term.id}`),
  // The first user of every world is the ordinary case, with an estimate.
  ofRead('estimate', 'an expenditure estimate', `/expenditure/${people.userId(0)}/ons`),
  {
    key: 'patch',
    title: 'a PATCH of one of 100 users',
    load: {
      ...patchOf(() => `/users/${people.userId(draws.int(0, 99))}`),
      body: () => JSON.stringify(change()),
      ready: READY,
    },
    // A file that is replaced costs about a millisecond on some disks.
    goals: { memory: { atLeast: 0.7 }, files: { atLeast: 0.45 } },
  },
];

/** A contestant with a floor is next to the one that it is compared with. */
const named = {
  memory: 'sandbox in memory',
  express: 'bare Express',
  files: 'sandbox on files',
  prism: 'Prism',
};
type Name = keyof typeof named;
const names = Object.keys(named) as Name[];

/** The sandbox's response bodies, for Express to send the same. */
async function answersOf(url: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { key, load } of questions)
    answers[key] = await (await fetch(`${url}${given(load.path)}`, requestOf(load))).json();
  return answers;
}

type Measured = { rates: Record<Name, number[]>; costs: Record<Name, number[]> };

export const serving: Measure = async (effort) => {
  const measured = questions.map((): Measured => ({ rates: byName(names), costs: byName(names) }));
  for (let process = 0; process < effort.processes; process += 1) await measure(measured, effort);
  const [list] = questions;
  await using sandbox = await inMemory();
  const page = await (await fetch(`${sandbox.url}${given(list!.load.path)}`, requestOf(list!.load))).text();
  const own = questions.flatMap((question, at) => figuresOf(question, measured[at]!));
  // A run whose numbers mean nothing downloads nothing for them.
  if (effort.warmUps === 0) return sectionOf('serving', own, { absent: 'others' });
  const { figures, absent } = await peerFigures(page, list!.load, measured[0]!.rates.memory, effort.seconds);
  return sectionOf('serving', [...own, ...figures], { absent });
};

/** Starts all contestants anew and adds the rounds of these processes to what was measured. */
async function measure(measured: readonly Measured[], { rounds, processes, seconds, warmUps }: Effort) {
  await using memory = await inMemory();
  await using express = await bareExpress(await answersOf(memory.url));
  await using files = await onFiles();
  await using mock = await prism();
  const servers = { memory, files, express, prism: mock };
  // What is measured is a server that has compiled its code, for the first question as for the last.
  for (let time = 0; time < warmUps; time += 1)
    for (const { load } of questions)
      for (const name of names) await throughput(servers[name], load, seconds);
  for (const [at, { load }] of questions.entries()) {
    const { rates, costs } = measured[at]!;
    const added = await interleave(names, Math.ceil(rounds / processes), async (name) => {
      const { rate, cost } = await throughput(servers[name], load, seconds);
      // Processor time is counted in steps of 10 ms; less than one step counts as none.
      if (cost) costs[name].push(cost);
      return rate;
    });
    for (const name of names) rates[name].push(...added[name]);
  }
}

function figuresOf({ key, title, goals }: Question, { rates, costs }: Measured) {
  const id = `serving.${key}`;
  const hasCosts = (name: Name): boolean => costs[name].length === rates[name].length;
  const compared = (of: Name, to: Name) => {
    const ratioId = `${id}.${of}-to-${to}`;
    const words = `${title}: ${named[of]} to ${named[to]}`;
    const goal = to === 'express' ? goals[of] : undefined;
    const figure = figureOf(ratioId, words, 'times', ratios(rates[of], rates[to]), goal);
    if (!hasCosts(of) || !hasCosts(to)) return [figure];
    const byCost = ratios(costs[to], costs[of]);
    return [figure, figureOf(`${ratioId}.cpu`, `${words}, by processor time`, 'times', byCost)];
  };
  const rateOf = (name: Name) =>
    figureOf(`${id}.${name}`, `${title}: ${named[name]}`, 'a second', rates[name]);
  const costOf = (name: Name) =>
    figureOf(`${id}.${name}.cpu`, `${title}: ${named[name]}, processor time`, 'µs', costs[name]);
  return [
    ...compared('memory', 'express'),
    ...compared('files', 'express'),
    ...compared('memory', 'prism'),
    ...names.map(rateOf),
    ...names.filter(hasCosts).map(costOf),
  ];
}
