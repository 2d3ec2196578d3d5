import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type History, linearize, type Operation, partedBy, type SequentialModel } from './linearize.ts';

type Access = { write: number } | 'read';
const register: SequentialModel<number, Access, number> = {
  initial: 0,
  step: (state, command, outcome) => {
    if (command !== 'read') return [command.write];
    return outcome === state ? [state] : [];
  },
};

type Queueing = { put: string } | 'take';
const queue: SequentialModel<readonly string[], Queueing, string> = {
  initial: [],
  step: (state, command, outcome) => {
    if (command !== 'take') return [[...state, command.put]];
    return state[0] === outcome ? [state.slice(1)] : [];
  },
};

type Row<C, O> = readonly [client: number, command: C, outcome: O, called: number, returned: number];
const history = <C, O>(...rows: Row<C, O>[]): History<C, O> =>
  rows.map(([client, command, outcome, called, returned]) => ({
    client,
    command,
    outcome,
    called,
    returned,
  }));

const isLinearizable = <S, C, O>(model: SequentialModel<S, C, O>, of: History<C, O>): boolean =>
  linearize(model, of).unexplained.length === 0;

test('a read that overlaps a write may see the value before or after it', () => {
  const either = history<Access, number>(
    [0, { write: 100 }, 0, 0, 100],
    [1, 'read', 100, 25, 75],
    [2, 'read', 0, 30, 60],
  );
  expect(isLinearizable(register, either)).toBe(true);
  expect(linearize(register, either).order.map(({ client }) => client)).toEqual([2, 0, 1]);
});

test('once a read has seen a write no later read sees what was there before', () => {
  const backwards = history<Access, number>(
    [0, { write: 200 }, 0, 0, 100],
    [1, 'read', 200, 10, 30],
    [2, 'read', 0, 40, 90],
  );
  expect(isLinearizable(register, backwards)).toBe(false);
  expect(linearize(register, backwards).unexplained.map(({ client }) => client)).toEqual([2]);
});

// The queues of Herlihy and Wing, "Linearizability: a correctness condition for concurrent objects" (1990), figure 1.
test.each([
  [
    'two puts that overlap are taken in either order',
    true,
    [
      [0, { put: 'x' }, '', 0, 3],
      [1, { put: 'y' }, '', 1, 2],
      [1, 'take', 'x', 4, 5],
      [0, 'take', 'y', 6, 9],
      [1, { put: 'z' }, '', 7, 8],
    ],
  ],
  [
    'what was put first, and was there before the second came, is not taken second',
    false,
    [
      [0, { put: 'x' }, '', 0, 1],
      [1, { put: 'y' }, '', 2, 4],
      [0, 'take', 'y', 3, 5],
    ],
  ],
  [
    'what is being put may be taken already',
    true,
    [
      [0, { put: 'x' }, '', 0, 3],
      [1, 'take', 'x', 1, 2],
    ],
  ],
  [
    'nothing is taken twice',
    false,
    [
      [0, { put: 'x' }, '', 0, 4],
      [1, { put: 'y' }, '', 1, 2],
      [0, 'take', 'y', 5, 7],
      [1, 'take', 'y', 6, 8],
    ],
  ],
] as const satisfies readonly (readonly [string, boolean, readonly Row<Queueing, string>[]])[])(
  'of a queue: %s',
  (_, lawful, rows) => {
    expect(isLinearizable(queue, history<Queueing, string>(...rows))).toBe(lawful);
  },
);

test('where two states are lawful after a command, either may explain what comes later', () => {
  const open: SequentialModel<string, 'shut' | 'look', string> = {
    initial: 'open',
    step: (state, command, outcome) => {
      if (command === 'shut') return ['locked', 'closed'];
      return state === outcome ? [state] : [];
    },
  };
  const seen = (...looks: string[]) =>
    history<'shut' | 'look', string>(
      [0, 'shut', '', 0, 1],
      ...looks.map((look, at): Row<'look', string> => [1, 'look', look, 2 * at + 2, 2 * at + 3]),
    );
  expect(isLinearizable(open, seen('closed', 'closed'))).toBe(true);
  expect(isLinearizable(open, seen('locked'))).toBe(true);
  expect(isLinearizable(open, seen('closed', 'locked'))).toBe(false);
});

test('parts that have nothing in common are judged apart', () => {
  const two = history<{ key: string }, number>(
    [0, { key: 'a' }, 1, 0, 1],
    [1, { key: 'b' }, 2, 2, 3],
    [0, { key: 'a' }, 3, 4, 5],
  );
  expect(partedBy(two, ({ key }) => key).map((part) => part.map(({ outcome }) => outcome))).toEqual([
    [1, 3],
    [2],
  ]);
});

/** Some register accesses of three clients, with whatever outcomes and overlaps. */
const anyHistory: fc.Arbitrary<History<Access, number>> = fc
  .array(
    fc.record({
      client: fc.nat({ max: 2 }),
      command: fc.oneof(fc.constant('read' as const), fc.record({ write: fc.nat({ max: 2 }) })),
      outcome: fc.nat({ max: 2 }),
      lasts: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 6 },
  )
  .map((drawn) => {
    const free = [0, 0, 0];
    return drawn.map(({ client, command, outcome, lasts }, at): Operation<Access, number> => {
      // Tenths keep every moment apart from every other.
      const called = Math.max(at, free[client] ?? 0) + at / 100;
      const returned = called + lasts + 0.001;
      free[client] = Math.ceil(returned);
      return { client, command, outcome, called, returned };
    });
  });

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const item of items)
    for (const rest of orders(items.filter((one) => one !== item))) yield [item, ...rest];
}

test('the search agrees with trying every order there is', () => {
  const explains = (order: readonly Operation<Access, number>[]): boolean => {
    let states: readonly number[] = [register.initial];
    for (const [at, { command, outcome, called }] of order.entries()) {
      if (order.slice(at + 1).some(({ returned }) => returned < called)) return false;
      states = states.flatMap((state) => register.step(state, command, outcome));
    }
    return states.length > 0;
  };
  fc.assert(
    fc.property(anyHistory, (drawn) => {
      const some = [...orders(drawn)].some(explains);
      expect(isLinearizable(register, drawn)).toBe(some);
    }),
    { numRuns: 400 },
  );
});

test('a long history that was sequential is explained without trying every order', () => {
  const long = Array.from(
    { length: 60 },
    (_, at): Operation<Access, number> => ({
      client: at % 6,
      command: at % 2 === 0 ? { write: at } : 'read',
      outcome: at - 1,
      called: at,
      // Each overlaps the five that come after it.
      returned: at + 5.5,
    }),
  );
  expect(isLinearizable(register, long)).toBe(true);
  expect(
    isLinearizable(register, [
      ...long,
      { client: 9, command: 'read', outcome: -7, called: 99, returned: 100 },
    ]),
  ).toBe(false);
});
