// `npm run --silent sbom`: the software bill of materials (CycloneDX) of what is published.
import { readFileSync } from 'node:fs';
import { runTool } from '../terminal/run-tool.ts';
import { isRunTime, lockedPackages, nameAt } from './dependency-problems.ts';

type Component = { 'bom-ref': string; name: string; version: string };
type Bill = {
  metadata: { component: Component & { purl?: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

// npm's own way to leave out what is for development leaves out also what is for both.
const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
const { code, stdout, stderr } = await runTool('npm', words);
if (code !== 0) throw new Error(`npm sbom failed: ${stderr}`);
const bill: Bill = JSON.parse(stdout);
const own = bill.metadata.component;
const atRunTime = Object.entries(lockedPackages()).filter(([path, one]) => path !== '' && isRunTime(one));
const kept = new Set(atRunTime.map(([path, one]) => `${nameAt(path)}@${one.version}`));
const isKept = (ref: string): boolean => kept.has(ref) || ref === own['bom-ref'];
const components = bill.components.filter((one) => kept.has(`${one.name}@${one.version}`));
const missing = [...kept].filter((one) => !components.some((has) => `${has.name}@${has.version}` === one));
if (missing.length > 0) throw new Error(`npm sbom leaves out ${missing.join(', ')}`);
const dependencies = bill.dependencies
  .filter(({ ref }) => isKept(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
// npm takes the name of the folder for that of the package.
const metadata = { ...bill.metadata, component: { ...own, name, purl: `pkg:npm/${name}@${version}` } };
console.log(JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2));
