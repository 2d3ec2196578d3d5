import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { dayOf, monthFrom } from '../../generators/calendar.ts';
import { penceToText } from '../../generators/money.ts';
import { firstStatementMonth } from '../../generators/people/history.ts';
import { payslipsOf } from '../../generators/people/payroll.ts';
import { nameOf, type Person } from '../../generators/people/person.ts';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import type { World, WorldPersona } from '../../generators/world/world.ts';
import type { ScenarioPerson } from '../../spec/types.ts';
import { orNotFound, Refusal, refusals } from '../domain/refusal.ts';
import { checkFrequency } from '../domain/user-fields.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { personOfUser } from '../retrieval/person-of-user.ts';
import type { Services } from '../tenant/services.ts';
import { incomeSchedule } from '../work/income.ts';

export const scenarios = {
  async listScenarios({ client }) {
    const { world } = client.worldOf(await client.state.read());
    const own = new Set(world.added.map(({ userId }) => userId));
    const others = [...world.personas.values()].filter(({ userId }) => !own.has(userId));
    const all = [...others, ...world.added];
    return ok({ scenarios: all.map((one) => shown(one, own.has(one.userId), world)) });
  },

  async createScenario({ client, body, now, services }) {
    const { scenario, person } = await rehearsed(body, dayOf(now), services);
    const userId = services.ids.uuid();
    const added = { scenario, begins: dayOf(now), userId };
    await client.state.change((record) => ({
      record: { ...record, scenarios: [...(record.scenarios ?? []), added] },
      work: incomeSchedule(Object.values(record.webhooks), services.profile.points, now),
      result: undefined,
    }));
    // A user who has consented to recurring checks is checked from now on.
    await client.users.change(userId, () => ({ result: true, reschedules: true }));
    return created({ ...shown({ persona: scenario, index: null, userId }, true), name: nameOf(person) });
  },

  async checkScenario({ body, now, services }) {
    const { scenario, person } = await rehearsed(body, dayOf(now), services);
    return ok({
      message: `Nothing is wrong with the scenario ${scenario.key}`,
      name: nameOf(person),
      scenario,
      yaml: await yamlOf(scenario),
      months: paidByMonth(person, now),
    });
  },

  async getScenario({ client, path }) {
    const { world } = client.worldOf(await client.state.read());
    const all = [...world.added, ...world.personas.values()];
    const found = all.find(({ persona }) => persona.key === path.scenario_key);
    const { persona } = orNotFound(found, 'Scenario', path.scenario_key);
    return ok({ key: path.scenario_key, yaml: await yamlOf(persona) });
  },

  async getStatement({ client, path, now }) {
    const record = orNotFound(await client.users.read(path.user_id), 'User', path.user_id);
    const [, month] = /^(\d{4}-(?:0[1-9]|1[0-2]))\.pdf$/.exec(path.month) ?? [];
    if (month === undefined)
      throw new Refusal(404, `Statement [${path.month}] does not exist: one is named 2026-03.pdf`);
    const { statementOf, STATEMENT_YEARS } = await import('../../generators/people/statement-of.ts');
    const person = personOfUser(client.worldOf(await client.state.read()), record);
    const statement = statementOf(person, month, now);
    if (!statement) {
      const why =
        month > dayOf(now).slice(0, 7)
          ? 'that month is still to come'
          : month < firstStatementMonth(person.begins)
            ? 'records begin later'
            : month <= person.begins
              ? 'the person holds it back'
              : `there are statements for the first ${STATEMENT_YEARS} years of a world`;
      throw new Refusal(404, `Statement [${month}] of user [${path.user_id}] does not exist: ${why}`);
    }
    // The PDF library takes a moment to load, which a start need not wait for.
    const { drawStatement } = await import('../../generators/statements/draw.ts');
    await nextEventLoopTurn();
    return ok(await drawStatement(statement, { createdAt: Date.parse(statement.period.end) + 86_400_000 }));
  },

  async getTruth({ client, path, now }) {
    const { user, past } = orNotFound(await client.users.read(path.user_id), 'User', path.user_id);
    const { world, indexOf } = client.worldOf(await client.state.read());
    const index = indexOf(user.user_id);
    const { truthOf } = await import('../../generators/world/truth.ts');
    if (index !== undefined) return ok(truthOf(world, index, now, past));
    // The client's own data decides who a user made by hand is, so that no document can contradict it.
    return ok({ user_id: user.user_id, is_honest: true, discrepancies: [], lawful: [], patched: [] });
  },
} satisfies Partial<ArrangementHandlers>;

function shown({ persona, index, userId }: WorldPersona, isOwn: boolean, world?: World): ScenarioPerson {
  const { key, description, purpose, promises = [], person } = persona;
  const given = [person?.forename, person?.surname].filter(Boolean).join(' ');
  const isWhole = person?.forename !== undefined && person.surname !== undefined;
  const name = isWhole || index === null || !world ? given || key : nameOf(world.person(index));
  const group = (isOwn ? undefined : persona.group) ?? 'own';
  return { key, user_id: userId, name, description, purpose, group, promises };
}

const yamlOf = async (scenario: Scenario): Promise<string> =>
  (await import('yaml')).stringify(scenario, { lineWidth: 110 });

function paidByMonth(person: Person, now: number) {
  const months = Array.from({ length: 13 }, (_, index) => monthFrom(dayOf(now), index - 12));
  const slips = person.jobs.flatMap((job) => payslipsOf(job, dayOf(now), `${months[0]}-01`));
  return months.map((month) => {
    const paid = slips.filter(({ payDate }) => payDate.startsWith(month));
    const sum = (name: 'gross' | 'net') => paid.reduce((total, slip) => total + slip[name], 0);
    return { month, gross_pay: penceToText(sum('gross')), net_pay: penceToText(sum('net')) };
  });
}

/** The scenario in a body, YAML as text or JSON, and its person. What reads it is loaded with the first one. */
async function rehearsed(body: unknown, begins: string, { environment }: Services) {
  const { checkScenario, readScenario, ScenarioError, problemText } = await import(
    '../../generators/scenarios/read-scenario.ts'
  );
  const { rehearse } = await import('../../generators/world/read-scenarios.ts');
  await nextEventLoopTurn();
  try {
    const scenario = typeof body === 'string' ? readScenario(body) : checkScenario(body);
    await nextEventLoopTurn();
    const person = await rehearse(scenario, begins);
    checkFrequency(scenario.start?.user ?? {}, environment);
    return { scenario, person };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw refusals.invalid(error.problems.map((problem) => problemText(problem)));
  }
}
