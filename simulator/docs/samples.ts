import { monthFrom } from '../../generators/calendar.ts';
import { scenarios } from '../../generators/scenarios/scenario.ts';
import type { Client } from '../tenant/client.ts';

/** Real ids to put into a request, by the name of the field or parameter. */
export type SampleIds = Readonly<Record<string, string>>;

/** What the requests on the page are filled with, so that they work when pasted. */
export type Samples = {
  url: string;
  /** Undefined when the first client has a key of its own: that one is not for a page. */
  apiKey: string | undefined;
  needsSandboxKey: boolean;
  idsFor: (operation: string) => SampleIds;
  people: readonly { key: string; userId: string; description: string; purpose: string }[];
};

/** Whom an operation is best tried with; the ordinary case otherwise. */
const bestWith: Readonly<Record<string, string>> = {
  queryPayrollConnection: 'first-query',
  submitMfa: 'mfa-code-pending',
  createDirectConnection: 'direct-connection',
  linkAccount: 'no-payroll-periods',
  setDirectPayroll: 'no-payroll-periods',
  createEntry: 'no-payroll-periods',
  createBankStatement: 'no-payroll-periods',
  createIncomeSubmission: 'no-payroll-periods',
};

/** Users with a name, in the order in which they lead every world. */
const people = scenarios.filter(({ is_user }) => is_user !== false);

/** Looks up people and ids in a client's starting world. */
export async function samplesFor(
  client: Client,
  from: Pick<Samples, 'url' | 'apiKey' | 'needsSandboxKey'>,
): Promise<Samples> {
  const ids = new Map<string, SampleIds>();
  const world = client.worldOf(await client.state.read());
  for (const key of new Set(['steady-salary', ...Object.values(bestWith)])) {
    ids.set(
      key,
      await idsOf(
        client,
        people.findIndex((persona) => persona.key === key),
      ),
    );
  }
  // What is deleted should not be missed by the other requests, nor by another deletion.
  const expendable = new Map<string, SampleIds>();
  for (const [index, operation] of ['deleteUser', 'deleteAccount', 'deleteEntry'].entries())
    expendable.set(operation, await idsOf(client, world.userCount - 1 - index));
  return {
    ...from,
    idsFor: (operation) => expendable.get(operation) ?? ids.get(bestWith[operation] ?? 'steady-salary')!,
    people: people.map(({ key, description, purpose }, index) => ({
      key,
      userId: world.userId(index),
      description,
      purpose,
    })),
  };
}

async function idsOf(client: Client, index: number): Promise<SampleIds> {
  const clientRecord = await client.state.read();
  const world = client.worldOf(clientRecord);
  const userId = world.userId(index);
  const record = (await world.find(userId))?.record;
  const first = (items: object = {}): string | undefined => Object.keys(items)[0];
  const found = {
    user_id: userId,
    account_id: first(record?.accounts),
    entry_id: first(record?.entries),
    authorisation_id: first(record?.authorisations),
    term_id: first(clientRecord.terms),
    scenario_key: 'steady-salary',
    month: `${monthFrom(world.world.begins, -1)}.pdf`,
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
