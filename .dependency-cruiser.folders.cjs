/** Folders must not import each other in a cycle. Tests are left out: a test may reach up to what it needs. */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '^dist/|/testing/|\\.test\\.tsx?$' } },
};
