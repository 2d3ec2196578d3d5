import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.ts';
import { completeProfile } from '../../spec/profile.ts';
import { curlFor } from './curl.ts';

it('the id of a snapshot is never run by a shell', () => {
  const id = `x'$(echo run >&2)'\`echo run >&2\`;\n'+process.exit(1)+'`;
  const operation = loadContract(completeProfile()).operations.get('getAuthorisationTerm')!;
  const samples = {
    url: 'http://127.0.0.1:1',
    apiKey: 'sandbox-key',
    needsSandboxKey: false,
    idsFor: () => ({ term_id: id }),
    people: [],
  };
  const command = curlFor(operation, samples, undefined);
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(words.split('\n')).toContain(
    `${samples.url}${operation.path.replace('{term_id}', encodeURIComponent(id))}`,
  );
});
