import { test as base, describe, expect } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { unwrap } from '../../spec/client.ts';
import { sandboxTest } from '../vitest.ts';

const test = sandboxTest(base, () => createSandbox());

describe.concurrent('tests that share a sandbox', () => {
  for (const forename of ['Ada', 'Zoe', 'Kim']) {
    test(`have a client of their own (${forename})`, async ({ payrig }) => {
      const path = { user_id: payrig.people.steadySalary.userId };
      const renamed = await unwrap(
        payrig.client.PATCH('/users/{user_id}', { params: { path }, body: { forename } }),
      );
      expect(renamed.forename).toBe(forename);
      const { user } = await payrig.arrange('inspectUser', { path });
      expect(user.forename).toBe(forename);
    });
  }
});
