/** The import directions of the design, checked: spec <- generators <- simulator, spec <- generators <- conformance. */
module.exports = {
  forbidden: [
    {
      // Types count too: what needs each other to be understood is one thing in two files.
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
      from: { path: '^simulator/' },
      to: { path: '^(conformance|scripts)/' },
    },
    {
      name: 'conformance-reaches-a-simulator-by-url',
      severity: 'error',
      from: {
        path: '^conformance/',
        pathNot: '^conformance/(mutants|variants|pact)/|/testing/|\\.test\\.ts$',
      },
      to: { path: '^simulator/' },
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
      from: { path: '^simulator/(domain|expenditure)/', pathNot: '\\.test\\.ts$' },
      // Naming a shape of theirs is no impurity: types are gone at run time.
      to: {
        path: '^simulator/(http|store|operations|arrangement|webhooks)/|node_modules/(express|lowdb)/',
        // Who is told of what is a rule, too; it stands with the rest of the webhooks.
        pathNot: '^simulator/webhooks/fan-out\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // dist/ is there once it was built, and nothing but the command's first file looks into it.
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^\\.\\./dist/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
