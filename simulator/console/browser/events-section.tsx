import { useState } from 'preact/hooks';
import { useAction, useConsole } from './context.ts';
import { Made, Problem, Section } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { Link } from './route.tsx';

/** The events that can be set off, and what sets each off; what is left out is filled with what fits the person. */
export const triggersOf = (authority: string) => [
  {
    event: 'user-payroll-submitted',
    name: 'A new payslip',
    path: 'entries',
    body: { payroll_submissions: [{}] },
  },
  { event: 'user-bank-statement-submitted', name: 'A new bank statement', path: 'bank-statements', body: {} },
  { event: `user-${authority}-data-submitted`, name: 'New tax-authority income', path: 'taxauth', body: {} },
];

/** Sets off the events of the service for a person. */
export function EventsSection({ dossier, onChange }: PersonProps) {
  const { naming } = useConsole();
  const [said, setSaid] = useState('');
  const { user_id } = dossier.user;
  const trigger = useAction(async (api, { event, path, body }: ReturnType<typeof triggersOf>[number]) => {
    setSaid('');
    await api.call({ method: 'POST', path: `/_sandbox/users/{user_id}/${path}`, params: { user_id }, body });
    setSaid(event);
    onChange();
  });
  return (
    <Section
      id="events"
      title="Trigger an event"
      note="New data arrives for this person, and every subscription that lists the event is told."
    >
      <div class="buttons">
        {triggersOf(naming.authority).map((one) => (
          <button key={one.event} type="button" disabled={trigger.isBusy} onClick={() => trigger.run(one)}>
            {one.name}
          </button>
        ))}
      </div>
      {said && (
        <p role="status">
          <code>{said}</code> happened.{' '}
          <Link href={`/console/deliveries?person=${user_id}`}>See its deliveries</Link>
        </p>
      )}
      <Problem error={trigger.error} />
      <Made requests={trigger.made} />
    </Section>
  );
}
