/**
 * The import directions of the design: spec <- generators <- simulator, spec <- generators <- conformance, and the
 * floors inside of the larger of them.
 */

/**
 * The floors of each house, lowest first. A room (a folder, or a file in the root) imports from floors below its own and
 * from nothing else of its house, types included; two rooms of one floor do not import each other.
 */
const houses = {
  simulator: [
    ['domain'],
    ['expenditure', 'store'],
    ['webhooks', 'worker'],
    ['ports'],
    ['state', 'tools'],
    ['tenant'],
    ['http', 'retrieval', 'client'],
    ['work'],
    ['operations'],
    ['arrangement'],
    ['docs', 'console', 'handle', 'promises'],
    ['mcp'],
    ['app'],
    ['sandbox.ts'],
    ['index.ts'],
  ],
  conformance: [
    ['target', 'values'],
    ['judgement'],
    ['arrange', 'receiver'],
    ['predicates'],
    ['arbitraries'],
    ['steps', 'deployment', 'specimens'],
    ['checks', 'exam', 'client-exam', 'watch', 'pact'],
    ['suite'],
    ['report'],
    ['attest'],
    ['index.ts', 'exam.ts', 'vitest.ts'],
    ['proof'],
  ],
  scripts: [
    ['generated'],
    // What every program here needs: arguments, errors, tables, colours, signals, child processes.
    ['terminal'],
    ['judging', 'figures'],
    ['sandbox'],
    ['webhooks'],
    // The project's own tools, the measuring tools, and the commands.
    ['check', 'generate', 'release', 'bench', 'mutants', 'proof', 'soak', 'commands'],
    ['command-list.ts', 'ensure-installed.mjs'],
    ['help-json.ts'],
    ['payrig.ts'],
    ['tool-process.ts', 'payrig.mjs'],
  ],
};

const tests = '/testing/|\\.test\\.tsx?$';
const inHouse = (house, rooms) =>
  `^${house}/(${rooms.map((room) => (room.includes('.') ? room.replace('.', '\\.') : `${room}/`)).join('|')})`;

/** One rule a room: it imports neither its neighbours on the same floor nor anything above. And every room has a floor. */
const floorRules = Object.entries(houses).flatMap(([house, floors]) => [
  ...floors.flatMap((floor, level) =>
    floor
      .map((room) => ({
        room,
        forbidden: floors
          .slice(level)
          .flat()
          .filter((other) => other !== room),
      }))
      .filter(({ forbidden }) => forbidden.length > 0)
      .map(({ room, forbidden }) => ({
        name: `floor-of-${house}-${room}`,
        severity: 'error',
        from: { path: inHouse(house, [room]), pathNot: tests },
        to: { path: inHouse(house, forbidden) },
      })),
  ),
  {
    name: `every-room-of-${house}-has-a-floor`,
    severity: 'error',
    from: { path: `^${house}/`, pathNot: `${inHouse(house, floors.flat())}|${tests}` },
    to: {},
  },
]);

module.exports = {
  forbidden: [
    ...floorRules,
    {
      // Type imports count too: two files that need each other to be understood are one thing.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'spec-stands-alone',
      severity: 'error',
      from: { path: '^spec/' },
      to: { path: '^(generators|simulator|conformance|scripts)/' },
    },
    {
      name: 'generators-know-the-spec-only',
      severity: 'error',
      from: { path: '^generators/' },
      to: { path: '^(simulator|conformance|scripts)/' },
    },
    {
      name: 'simulator-knows-no-conformance',
      severity: 'error',
      from: { path: '^simulator/', pathNot: tests },
      to: { path: '^(conformance|scripts)/' },
    },
    {
      name: 'conformance-knows-no-scripts',
      severity: 'error',
      from: { path: '^conformance/', pathNot: tests },
      to: { path: '^scripts/' },
    },
    {
      name: 'conformance-reaches-a-simulator-by-url',
      severity: 'error',
      from: { path: '^conformance/', pathNot: `^conformance/(proof|client-exam/stage)/|${tests}` },
      to: { path: '^simulator/' },
    },
    {
      // The benchmark needs a database, and the screenshots a browser.
      name: 'sources-import-no-tests',
      severity: 'error',
      from: { pathNot: `^scripts/(bench/|release/screenshots\\.ts$)|${tests}` },
      to: { path: tests },
    },
    {
      name: 'the-receiver-kit-needs-node-alone',
      severity: 'error',
      from: { path: '^spec/webhooks/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^spec/(webhooks|generated)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^simulator/(domain|expenditure)/', pathNot: tests },
      to: { path: 'node_modules/(express|lowdb|pg)/' },
    },
    {
      // dist/ exists only after a build; scripts/payrig.mjs is the only file that imports from it.
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^\\.\\./dist/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
