import { picked } from '../../spec/json.ts';
import type { Points } from '../../spec/profile.ts';
import type { Account } from '../../spec/types.ts';
import { isoInstant } from './instant.ts';
import { paidAt } from './payslips.ts';
import type { AccountRecord, UserRecord } from './user-record.ts';

export function shownAccount(record: UserRecord, account: AccountRecord, points: Points): Account {
  const { state, mfa_enabled } = account;
  return {
    ...picked(account, 'account_id', 'payroll_provider', 'user_name', 'created_at'),
    status: state === 'pending' ? 'PENDING' : points['accounts.status-values'][state],
    mfa_enabled,
    latest_pay_date: latestPayDate(record, account, points),
  };
}

function latestPayDate(record: UserRecord, account: AccountRecord, points: Points) {
  const retrieved = Object.values(record.entries)
    .filter((entry) => entry.account_id === account.account_id)
    .flatMap((entry) => entry.submissions);
  const arranged = account.source.kind === 'arranged' ? account.source.submissions : [];
  const dates = [...retrieved, ...arranged].flatMap((one) => paidAt(one) ?? []);
  const none = points['accounts.no-latest-pay-date'] === 'absent' ? undefined : null;
  return dates.length > 0 ? isoInstant(Math.max(...dates)) : none;
}
