import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError, unwrap } from '../../spec/client.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import type { ClientHandle } from './client-handle.ts';

let sandbox: Sandbox;
let mine: ClientHandle;

beforeAll(async () => {
  sandbox = await createSandbox({ now: '2027-03-10T09:00:00Z', frozen: true });
  mine = await sandbox.newClient();
});
afterAll(() => sandbox.close());

describe('the handle of a sandbox', () => {
  it('knows the people of the scenarios by name, and says who there is when a name is wrong', async () => {
    const { expenditures } = await unwrap(
      sandbox.client.GET('/expenditure/{user_id}/ons', {
        params: { path: { user_id: sandbox.people.steadySalary.userId } },
      }),
    );
    expect(expenditures?.length).toBeGreaterThan(10);
    const people = sandbox.people as unknown as Record<string, unknown>;
    expect(() => people['steadySallary']).toThrow(/No person is called steadySallary.*steadySalary/);
  });

  it('speaks for a user, with a token that no move of the clock makes too old', async () => {
    const { user_id } = await mine.arrange('createUser', { body: {} });
    await mine.arrange('acceptTerm', { path: { user_id } });
    const { account_id } = await mine.arrange('linkAccount', {
      path: { user_id },
      body: { user_name: 'ok' },
    });
    const user = mine.as(user_id);
    await mine.clock.advance('P2D');
    const query = () => unwrap(user.POST('/payroll/entries/connections', { body: { account_id } }));
    expect((await query()).payroll_submissions?.length).toBeGreaterThan(0);
    await mine.clock.advance('P1M');
    expect((await query()).payroll_submissions?.length).toBeGreaterThan(0);
  });

  it('throws what the service says, also about an invalid duration', async () => {
    await expect(mine.clock.advance('1 month')).rejects.toThrow(/\[by\]/);
    await expect(sandbox.advance({ by: '1 month' })).rejects.toBeInstanceOf(ServiceError);
    await expect(mine.arrange('inspectUser', { path: { user_id: 'unknown' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('moves, freezes and runs the clock of one client alone', async () => {
    const [before, other] = [await mine.clock.now(), await sandbox.clock.now()];
    await mine.clock.to(new Date(before.getTime() + 3_600_000));
    expect((await mine.clock.now()).getTime()).toBe(before.getTime() + 3_600_000);
    expect(await sandbox.clock.now()).toEqual(other);
    await mine.clock.run();
    await expect
      .poll(async () => (await mine.clock.now()).getTime())
      .toBeGreaterThan(before.getTime() + 3_600_000);
    await mine.clock.freeze();
    expect(await mine.clock.now()).toEqual(await mine.clock.now());
  });

  it('sets faults and takes them away', async () => {
    await mine.faults.set([{ operation: 'listProviders', status: 503 }]);
    await expect(unwrap(mine.client.GET('/providers'))).rejects.toMatchObject({ status: 503 });
    await mine.faults.clear();
    expect((await unwrap(mine.client.GET('/providers'))).providers?.length).toBeGreaterThan(0);
  });

  it('waits for a delivery, and says what there was when none comes', async () => {
    const receiver = createServer((_request, response) => response.writeHead(204).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const { userId } = mine.people.payslipUpload;
    await expect(mine.delivery({}, { timeoutMs: 1 })).rejects.toThrow(
      'The client has no subscription: create one with POST /webhooks.',
    );
    await unwrap(
      mine.client.POST('/webhooks', { body: { name: 'mine', events: ['user-payroll-submitted'], url } }),
    );
    await mine.arrange('createEntry', { path: { user_id: userId }, body: { payroll_submissions: [{}] } });
    const delivery = await mine.delivery({ event: 'user-payroll-submitted', user_id: userId });
    expect(delivery.state).toBe('delivered');
    await expect(mine.delivery({ user_id: 'unknown' }, { timeoutMs: 20 })).rejects.toThrow(
      /No delivery like .*unknown.* within 20 ms. There are user-payroll-submitted for/,
    );
    receiver.close();
  });

  it('keeps a state and brings it back', async () => {
    const { userId: user_id } = mine.people.steadySalary;
    const kept = await mine.snapshot();
    const before = await mine.arrange('inspectUser', { path: { user_id } });
    await unwrap(
      mine.client.PATCH('/users/{user_id}', { params: { path: { user_id } }, body: { forename: 'Zoe' } }),
    );
    await mine.restore(kept);
    expect(await mine.arrange('inspectUser', { path: { user_id } })).toEqual(before);
  });

  it('gives each new client the same people and a state of its own', async () => {
    const [one, two] = [await sandbox.newClient(), await sandbox.newClient()];
    const path = { user_id: one.people.steadySalary.userId };
    expect(two.people.steadySalary.userId).toBe(path.user_id);
    await unwrap(one.client.DELETE('/users/{user_id}', { params: { path } }));
    await expect(one.arrange('inspectUser', { path })).rejects.toMatchObject({ status: 404 });
    expect((await two.arrange('inspectUser', { path })).user.user_id).toBe(path.user_id);
    await one.resetClient();
    expect((await one.arrange('inspectUser', { path })).user.user_id).toBe(path.user_id);
  });

  it('signs a member in', async () => {
    const { users } = await unwrap(sandbox.member.client.GET('/users', { params: { query: { limit: 1 } } }));
    expect(users).toHaveLength(1);
  });

  it('is closed at the end of its block', async () => {
    let url = '';
    {
      await using short = await createSandbox();
      url = short.url;
      expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    }
    await expect(fetch(`${url}/_sandbox/health`)).rejects.toThrow();
  });
});
