import { catalogue } from '../../generators/catalogue/catalogue.ts';
import type { Points } from '../../spec/profile.ts';
import type { ClientConfiguration } from '../../spec/types.ts';
import { orNotFound, refusals } from '../domain/refusal.ts';
import { checkFrequency, patched, writableSettings } from '../domain/user-fields.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { changeSettings } from '../work/reschedule.ts';

function shown({ taxauth_enabled, ...configuration }: ClientConfiguration, points: Points) {
  const isShown = taxauth_enabled !== undefined && points['configuration.income-enabled'] === 'field';
  return isShown ? { ...configuration, taxauth_enabled } : configuration;
}

/** Rules: conformance/checks/configuration.ts, settings.ts, terms.ts and providers.ts; in process, domain/settings.test.ts. */
export const configuration = {
  async getConfiguration({ client, clientRecord, services }) {
    const { configuration } = clientRecord;
    const isEmpty = Object.keys(configuration).length === 0;
    if (isEmpty && services.profile.points['configuration.get.not-found'] === 'when-empty')
      throw refusals.notFound('Configuration of the client', client.name);
    return ok(shown(configuration, services.profile.points));
  },

  async updateConfiguration({ client, body, now, services }) {
    checkFrequency(body, services.environment);
    const { points } = services.profile;
    const isIncomeField = points['configuration.income-enabled'] === 'field';
    const fields = writableSettings.filter((field) => isIncomeField || field !== 'taxauth_enabled');
    const configuration = await changeSettings(client, { id: services.ids.uuid(), now }, (record) => {
      const configuration = patched(record.configuration, body, fields);
      return { record: { ...record, configuration }, result: configuration };
    });
    return ok(shown(configuration, points));
  },

  async getAuthorisationTerm({ clientRecord, path }) {
    const term = clientRecord.terms[path.term_id.toLowerCase()];
    return { ...ok(orNotFound(term, 'Authorisation term', path.term_id)), records: true };
  },

  listProviders: async () => ok(catalogue.listed),
} satisfies Partial<Handlers>;
