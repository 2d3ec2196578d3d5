import type { Authorisation } from '../../../spec/types.ts';
import { type PersonProps, useAction } from './context.ts';
import { Badge, Button, Outcome, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment, short } from './text.ts';

function stateOf({ revoked_at, used_at, authorisation_category }: Authorisation): string {
  if (revoked_at) return 'revoked';
  return used_at && authorisation_category === 'one_time' ? 'used' : 'active';
}

export function ConsentsSection({ dossier, onChange }: PersonProps) {
  const { user, authorisations } = dossier;
  const path = { user_id: user.user_id };
  const accept = useAction(async (api, category: 'one_time' | 'recurring') => {
    const term =
      category === 'recurring'
        ? await api.call('createTerm', { body: { authorisation_category: category } })
        : undefined;
    await api.call('acceptTerm', { path, body: { term_id: term?.id } });
    onChange();
  });
  const revoke = useAction(async (api, authorisation_id: string) => {
    await api.call('revokeAuthorisation', { path: { ...path, authorisation_id } });
    onChange();
  });
  return (
    <Section
      id="consents"
      title="Consents"
      note="Data is retrieved for a person only while one of these is active."
    >
      <RecordTable
        label="Consents"
        records={authorisations}
        idOf={({ authorisation_id }) => authorisation_id}
        columns={[
          ['State', (one) => <Badge kind={stateOf(one)}>{stateOf(one)}</Badge>],
          ['Kind', (one) => one.authorisation_category.replace('_', ' ')],
          ['Accepted', (one) => moment(one.accepted_at)],
          ['Term', (one) => <code>{short(one.term_id)}</code>],
          ['Ended', (one) => one.revoked_at && moment(one.revoked_at)],
        ]}
        actions={({ revoked_at, authorisation_id }) =>
          !revoked_at && (
            <Button class="danger" disabled={revoke.isBusy} onClick={() => revoke.run(authorisation_id)}>
              Revoke
            </Button>
          )
        }
      />
      <div class="buttons">
        <Button disabled={accept.isBusy} onClick={() => accept.run('one_time')}>
          Accept the service's term
        </Button>
        <Button disabled={accept.isBusy} onClick={() => accept.run('recurring')}>
          Accept a new recurring term
        </Button>
      </div>
      <Outcome actions={[accept, revoke]} />
    </Section>
  );
}
