// `npm run reader-figures`: measures how the cost of each reader grows; writes docs/figures/readers.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineText, thisMachine } from '../figures/machine.ts';
import { testReport } from '../figures/test-report.ts';
import { projectRoot } from '../terminal/run-tool.ts';

const { testResults } = await testReport<{ costs?: string[] }>(['scripts/resilience/reader-costs.test.ts'], {
  PAYRIG_PROOF: '1',
});
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const rows = tests.flatMap(({ meta: { costs } }) => (costs ? [`| ${costs.join(' | ')} |`] : []));
const page = `# The cost of readers

What reads foreign input is given its nastiest shapes in the sizes n and 8n. The growth is by how much each of the
three doublings multiplies the cost: 2 is linear, 4 would be the square, and \`npm test\` fails at 3. Costs are milliseconds
of processor time for one reading. A growth near 1 is an input that its bound refuses.

| reader | shape | growth | n | 8n |
| --- | --- | ---: | ---: | ---: |
${rows.join('\n')}

Made by \`npm run reader-figures\` on ${new Date().toISOString().slice(0, 10)}: ${machineText(thisMachine())}.
`;
if (rows.length > 0) writeFileSync(join(projectRoot, 'docs/figures/readers.md'), page);
process.exitCode = tests.every(({ status }) => status === 'passed') ? 0 : 1;
