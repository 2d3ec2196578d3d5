import type { Effect } from '../../../spec/types.ts';
import { Badge, PersonLink, useNames } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
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
    <RecordTable
      label={label}
      records={effects.map((effect: Told, index) => ({ ...effect, id: `${index} ${effect.at}` }))}
      idOf={({ id }) => id}
      columns={[
        ['At', ({ at }) => moment(at)],
        ['Kind', ({ kind }) => <Badge kind={kind}>{kind}</Badge>],
        [
          'What',
          (effect) =>
            effect.delivery_id ? (
              <Link href={`/console/deliveries?delivery=${effect.delivery_id}`}>{sentence(effect)}</Link>
            ) : (
              sentence(effect)
            ),
        ],
        ['Person', ({ user_id }) => user_id && <PersonLink userId={user_id} name={nameOf(user_id)} />],
      ]}
    />
  );
}
