import { dayOf } from '../generators/calendar.ts';
import { startingTerms } from '../generators/world/terms.ts';
import type { ClientRecord, MemberRecord } from './domain/client-record.ts';
import { isoInstant } from './domain/instant.ts';

/** The lookback period that a client starts with. */
export const startingLookback = 12;

/** What a client whose world is born at an instant has before anybody touched anything. */
export function startingClient(
  name: string,
  { seed, born }: { seed: string; born: number },
  members: readonly MemberRecord[],
  newEpoch: () => string,
): ClientRecord {
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
    terms: Object.fromEntries(startingTerms(seed, dayOf(born)).map(({ term }) => [term.id, term])),
    members: Object.fromEntries(members.map((member) => [member.id, member])),
    webhooks: {},
    born: isoInstant(born),
    clock_ahead_ms: 0,
    epoch: newEpoch(),
  };
}
