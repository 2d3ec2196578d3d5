import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { payrigCommand } from './payrig-command.ts';

it('a shell reads the words that were given, with its own variables for secrets', () => {
  const line = payrigCommand('check', ["http://127.0.0.1:4010/it's"], {
    apiKey: { variable: 'API_KEY' },
    member: { after: 'a b:', variable: 'MEMBER_PASSWORD' },
    header: [{ after: 'X-"One: ', variable: 'HEADER_X' }, 'X-Two: $HOME'],
    only: 'users.*,events.*',
    runs: 3,
    readOnly: true,
    destructive: false,
    profile: undefined,
  }).join(' ');
  const script = `payrig() { for word in "$@"; do echo "$word"; done; }; ${line}`;
  const env = { API_KEY: 'k 1', MEMBER_PASSWORD: '$(p)', HEADER_X: 'x' };
  const words = ['check', "http://127.0.0.1:4010/it's", '--api-key', 'k 1', '--member', 'a b:$(p)'];
  words.push('--header', 'X-"One: x', '--header', 'X-Two: $HOME', '--only', 'users.*,events.*');
  words.push('--runs', '3', '--read-only');
  expect(execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).trimEnd().split('\n')).toEqual(words);
});

it('words that need no quotes have none', () => {
  expect(payrigCommand('pact make', [], { consumer: 'lender', profile: 'profile.json' })).toEqual([
    'payrig pact make',
    '--consumer lender',
    '--profile profile.json',
  ]);
});
