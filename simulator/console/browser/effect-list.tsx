import type { Effect } from '../../../spec/types.ts';
import { Badge, Table } from './parts.tsx';
import { PersonLink, useNames } from './person-link.tsx';
import { Link } from './route.tsx';
import { moment, plural } from './text.ts';

type Told = Effect & {
  user_id?: string;
  delivery_id?: string;
  event?: string;
  attempt?: number;
  status?: number | null;
  error?: string | null;
  found?: number;
  what?: string;
  employer?: string;
};

function sentence(effect: Told): string {
  const { kind, event, attempt, status, error, found, what, employer } = effect;
  if (kind === 'delivery-attempt') {
    const outcome = status ?? error;
    return `Attempt ${attempt} to deliver ${event}${outcome === undefined || outcome === null ? '' : `: ${outcome}`}`;
  }
  if (kind === 'recurring-check') {
    if (found === undefined) return 'Payroll is checked';
    return found === 0
      ? 'Payroll was checked: nothing new'
      : `Payroll was checked: ${plural(found, 'new payslip')}`;
  }
  if (kind === 'expiry') return what === 'token' ? "A user's token expires" : 'An upload address expires';
  return kind === 'pay-day' ? `Pay day at ${employer}` : kind;
}

/** Things that happen with time, in order, each with whom and what it concerns. */
export function EffectList({ effects, label }: { effects: readonly Effect[]; label: string }) {
  const nameOf = useNames();
  return (
    <Table label={label}>
      <thead>
        <tr>
          <th>At</th>
          <th>Kind</th>
          <th>What</th>
          <th>Person</th>
        </tr>
      </thead>
      <tbody>
        {(effects as readonly Told[]).map((one, index) => (
          <tr key={`${index} ${one.at}`}>
            <td>{moment(one.at)}</td>
            <td>
              <Badge kind={one.kind}>{one.kind}</Badge>
            </td>
            <td>
              {one.delivery_id ? (
                <Link href={`/console/deliveries?delivery=${one.delivery_id}`}>{sentence(one)}</Link>
              ) : (
                sentence(one)
              )}
            </td>
            <td>{one.user_id && <PersonLink userId={one.user_id} name={nameOf(one.user_id)} />}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
