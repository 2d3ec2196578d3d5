import { relative } from 'node:path';
import { personasOf } from '../../generators/world/world.ts';
import type { Paint } from '../paint.ts';
import { wrapped } from '../text-table.ts';
import type { Resolved } from './resolve-settings.ts';

const width = 80;
const indent = '  ';

/** What a newcomer needs to make the first call: where, with which key, about whom. */
export function banner(url: string, apiKeys: readonly string[], settings: Resolved, paint: Paint): string {
  const rows: [string, string][] = [
    ['Address', paint.bold(paint.green(url))],
    ['Console', url],
    ['Docs', `${url}/docs`],
    ['Contract', `${url}/openapi.yaml (or .json)`],
    ['API keys', apiKeys.join(', ')],
    ...memberRow(settings),
    ['Data', placeOf(settings)],
    ['Seed', `${settings.seed}, with ${settings.users} users a client`],
  ];
  if (settings.now !== undefined || settings.frozen)
    rows.push(['Clock', `${settings.now ?? 'real time'}${settings.frozen ? ', frozen' : ''}`]);
  if (settings.sandboxKey !== undefined) rows.push(['Guarded', '/_sandbox, by your X-Sandbox-Key']);
  if (settings.environment === 'production') rows.push(['Environment', 'production']);
  if (settings.profile !== undefined)
    rows.push([
      'Profile',
      typeof settings.profile === 'string' ? folder(settings.profile) : 'of the config file',
    ]);
  const table = rows.map(([name, value]) => `${indent}${paint.dim(name.padEnd(12))}${value}`);
  return [
    '',
    `${indent}${paint.bold('Payrig sandbox')}`,
    '',
    ...table,
    '',
    ...personToTry(url, apiKeys[0]!, settings, paint),
    '',
  ].join('\n');
}

function memberRow({ client = [] }: Resolved): [string, string][] {
  const own = client.find(({ name }) => name === 'sandbox')?.member;
  // A password of the user's own is not printed.
  return [['Member', own ? own.email : 'member@sandbox.test / sandbox-password']];
}

function personToTry(url: string, apiKey: string, settings: Resolved, paint: Paint): string[] {
  const ada = personasOf(settings.seed).get('steady-salary')!;
  const name = ada.persona.description.split(' ', 2).join(' ');
  return [
    `${indent}${paint.bold(`Try ${name}`)}  ${paint.dim(ada.userId)}`,
    ...wrapped(ada.persona.purpose, width - indent.length).map((line) => indent + line),
    '',
    `${indent}${paint.cyan(`curl -H 'X-API-KEY: ${apiKey}' \\`)}`,
    // Pasted lines may be indented; the URL stands alone so that it is never broken.
    `${indent}${paint.cyan(`  ${url}/expenditure/${ada.userId}/ons`)}`,
    '',
    `${indent}Everybody else:              npx payrig world`,
    `${indent}Logins that fail, lock, ask: npx payrig world --magic`,
    `${indent}${paint.dim('Ctrl-C stops it.')}`,
  ];
}

function placeOf({ store, data }: Resolved): string {
  // The address may hold a password.
  if (store !== undefined) return `PostgreSQL at ${new URL(store).host}`;
  return data === undefined ? 'in memory, gone when it stops' : folder(data);
}

function folder(path: string): string {
  const near = relative(process.cwd(), path);
  return near !== '' && near.length < path.length && !near.startsWith('..') ? near : path;
}
