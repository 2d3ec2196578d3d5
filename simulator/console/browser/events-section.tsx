import { useState } from 'preact/hooks';
import { eventTriggers } from '../../../spec/event-triggers.ts';
import { type PersonProps, useAction, useConsole } from './context.ts';
import { Button, Outcome, Section } from './parts.tsx';
import { Link } from './route.tsx';

export function EventsSection({ dossier, onChange }: PersonProps) {
  const { naming } = useConsole();
  const [said, setSaid] = useState('');
  const { user_id } = dossier.user;
  const trigger = useAction(
    async (api, { event, operation, body }: ReturnType<typeof eventTriggers>[number]) => {
      setSaid('');
      await api.call(operation, { path: { user_id }, body });
      setSaid(event);
      onChange();
    },
  );
  return (
    <Section
      id="events"
      title="Trigger an event"
      note="New data arrives for this person, and every subscription that lists the event is told."
    >
      <div class="buttons">
        {eventTriggers(naming.authority).map((one) => (
          <Button key={one.event} disabled={trigger.isBusy} onClick={() => trigger.run(one)}>
            {one.name}
          </Button>
        ))}
      </div>
      {said && (
        <p role="status">
          <code>{said}</code> happened.{' '}
          <Link href={`/console/deliveries?person=${user_id}`}>See its deliveries</Link>
        </p>
      )}
      <Outcome actions={[trigger]} />
    </Section>
  );
}
