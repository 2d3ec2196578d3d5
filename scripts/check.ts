// `npm run check [step ...]`: everything about the sources that can be wrong without running them.
import { type CheckStep, checkSteps } from './check-steps.ts';
import { runTool } from './run-tool.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checkSteps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.map((name) => `[${name}]`).join(', ')}; there are:`);
  for (const step of checkSteps) console.error(`  ${step.name}`);
  process.exit(2);
}

const steps = wanted.length > 0 ? checkSteps.filter((step) => wanted.includes(step.name)) : checkSteps;
const width = Math.max(...steps.map((step) => step.name.length));
const results = await Promise.all(steps.map(check));
for (const { step, output } of results.filter((result) => !result.passed)) {
  console.log(`\n--- ${step.name}: ${step.command} ${step.args.join(' ')}\n${output.trim()}`);
}
process.exitCode = results.every((result) => result.passed) ? 0 : 1;

async function check(step: CheckStep): Promise<{ step: CheckStep; passed: boolean; output: string }> {
  const { code, stdout, stderr, seconds } = await runTool(step.command, step.args, { env: step.env });
  const passed = code === 0;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(width)}  ${seconds.toFixed(1)} s`);
  return { step, passed, output: `${stdout}\n${stderr}` };
}
