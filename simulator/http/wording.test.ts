import { expect, test } from 'vitest';
import { arranging, unknownId } from '../arrangement/testing/arranging.ts';

test('an estimate for an id that no user has or can have gets the words of the document', async () => {
  const at = await arranging({ users: 0 });
  for (const id of ['abc', unknownId])
    expect(await at.call('GET', `/expenditure/${id}/ons`)).toEqual({
      status: 404,
      body: { errors: [`User [${id}] not found`] },
    });
  await at.close();
});

test.each([
  ['production', 'WEEKLY, MONTHLY'],
  ['sandbox', 'HOURLY, WEEKLY, MONTHLY'],
] as const)('%s names the frequencies that it takes', async (environment, words) => {
  const at = await arranging({ users: 0, environment });
  const { body } = await at.call('PATCH', '/configuration', { recurring_check_frequency: 'DAILY' });
  expect(body.errors).toEqual([`Field [recurring_check_frequency] must be one of ${words}`]);
  await at.close();
});
