import { readFileSync } from 'node:fs';

/** A scenario to begin with: valid as it is, with a comment on everything that can be said. */
export function scenarioStart(key: string, projectFolder = '.'): string {
  const template = readFileSync(new URL('./template/scenario.yaml', import.meta.url), 'utf8');
  return template.replaceAll('my-person', key).replace('=./node_modules', `=${projectFolder}/node_modules`);
}
