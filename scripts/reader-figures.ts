// `node scripts/reader-figures.ts`: measures how the cost of each reader grows; writes docs/figures/readers.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineText, thisMachine } from './bench/machine.ts';
import { costsOf, growth, MOST_GROWTH, readerCases } from './resilience/testing/reader-costs.ts';
import { projectRoot } from './run-tool.ts';

const rows: string[] = [];
let isLinear = true;
for (const one of readerCases) {
  const costs = await costsOf(one);
  isLinear &&= growth(costs) < MOST_GROWTH;
  const cells = [one.reader, one.shape, growth(costs).toFixed(2), ...costs.map((cost) => cost.toFixed(3))];
  rows.push(`| ${cells.join(' | ')} |`);
}
const page = `# The cost of readers

What reads foreign input is given its nastiest shapes in the sizes n and 8n. The growth is by how much each of the
three doublings multiplies the cost: 2 is linear, 4 would be the square, and \`npm test\` fails at ${MOST_GROWTH}. Costs are milliseconds
of processor time for one reading. A growth near 1 is an input that its bound refuses.

| reader | shape | growth | n | 8n |
| --- | --- | ---: | ---: | ---: |
${rows.join('\n')}

Made by \`node scripts/reader-figures.ts\` on ${new Date().toISOString().slice(0, 10)}: ${machineText(thisMachine())}.
`;
writeFileSync(join(projectRoot, 'docs/figures/readers.md'), page);
process.exitCode = isLinear ? 0 : 1;
