import type { World } from '../../generators/world/world.ts';
import type { Birth, ClientRecord, MemberRecord } from '../domain/client-record.ts';
import { clockAt } from './client-state.ts';

export const startingLookback = 12;

/** What a client begins with besides its people. */
export type Beginning = {
  name: string;
  birth: Birth;
  world: World;
  scenarios?: ClientRecord['scenarios'];
  members: readonly MemberRecord[];
  realNow: number;
  epoch: string;
};

export function startingClient(beginning: Beginning): ClientRecord {
  const { name, birth, world, scenarios, members, realNow, epoch } = beginning;
  return {
    configuration: {
      payslip_upload_enabled: true,
      payroll_period_months: startingLookback,
      client_logo: `https://${name}.example/logo.svg`,
      client_callback_url: `https://${name}.example/journey-ended`,
      recurring_checks_enabled: false,
      recurring_check_frequency: 'MONTHLY',
      payroll_connections_enabled: true,
      client_display_name: name === 'sandbox' ? 'Sandbox Lender' : `Sandbox Lender (${name})`,
    },
    terms: Object.fromEntries(world.terms.map(({ term }) => [term.id, term])),
    members: Object.fromEntries(members.map((member) => [member.id, member])),
    webhooks: {},
    clock:
      birth.clock === 'real'
        ? { ahead_ms: 0 }
        : clockAt(Date.parse(birth.born), realNow, birth.clock === 'frozen'),
    birth,
    scenarios,
    faults: [],
    configured_members: members.map(({ id }) => id),
    epoch,
  };
}
