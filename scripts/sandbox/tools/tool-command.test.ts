import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ToolOrder } from '../../../simulator/tools/runs.ts';
import { toolCommand } from './run-in-process.ts';

const secretFields = ['api_key', 'other_api_key', 'sandbox_key', 'secret', 'encryption_key'] as const;

it('has no secret among its words, where every user of the machine could read it', () => {
  const order = fc.record({
    tool: fc.constantFrom('check', 'exam'),
    url: fc.constant('http://127.0.0.1:1/'),
    isOwn: fc.boolean(),
    member: fc.constant({ username: 'me', password: 'SECRET-member' }),
    ...Object.fromEntries(secretFields.map((name) => [name, fc.constant(`SECRET-${name}`)])),
  });
  fc.assert(
    fc.property(order, (given) => {
      const { words, variables } = toolCommand(given as unknown as ToolOrder);
      expect(words.join(' ')).not.toContain('SECRET');
      expect(Object.values(variables ?? {}).join(' ')).toContain('SECRET');
    }),
  );
});

it('takes no word of an order for an option, a file or a module', () => {
  const { words } = toolCommand({ tool: 'pact', consumer: 'a --dir=/tmp', isOwn: false });
  expect(words).toEqual(['pact', 'make', '--consumer=a --dir=/tmp', '--dir=out']);
});

it('examines a client by the address that starts its journeys', () => {
  const order = {
    tool: 'exam-client',
    url: 'http://127.0.0.1:1/',
    journeys: ['connect'],
    isOwn: false,
  } as const;
  const { words } = toolCommand({ ...order, journeys: [...order.journeys] });
  expect(words.slice(0, 4)).toEqual(['exam', 'client', '--http=http://127.0.0.1:1/', '--journeys=connect']);
});

it('examines without a signature when there is no secret', () => {
  const order = { tool: 'exam', url: 'http://127.0.0.1:1/', isOwn: false } as const;
  expect(toolCommand(order).words).toContain('--unsigned');
  expect(toolCommand({ ...order, secret: 's' }).words).not.toContain('--unsigned');
});

it('passes on how many inputs each property gets', () => {
  const order = { tool: 'check', url: 'http://127.0.0.1:1/', isOwn: true } as const;
  expect(toolCommand({ ...order, runs: 3 }).words).toContain('--runs=3');
  expect(toolCommand(order).words.join(' ')).not.toContain('--runs');
});
