import type { Authorisation, AuthorisationTerm } from '../../../spec/types.ts';
import { useAction } from './context.ts';
import { Badge, Made, Problem, Section, Table } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { moment, short } from './text.ts';

function stateOf({ revoked_at, used_at, authorisation_category }: Authorisation): string {
  if (revoked_at) return 'revoked';
  return used_at && authorisation_category === 'one_time' ? 'used' : 'active';
}

/** The terms that a person has accepted. */
export function ConsentsSection({ dossier, onChange }: PersonProps) {
  const { user, authorisations } = dossier;
  const params = { user_id: user.user_id };
  const path = '/_sandbox/users/{user_id}/authorisations';
  const accept = useAction(async (api, category: 'one_time' | 'recurring') => {
    const term =
      category === 'recurring'
        ? await api.call<AuthorisationTerm>({
            method: 'POST',
            path: '/_sandbox/terms',
            body: { authorisation_category: category },
          })
        : undefined;
    await api.call({ method: 'POST', path, params, body: term ? { term_id: term.id } : {} });
    onChange();
  });
  const revoke = useAction(async (api, authorisation_id: string) => {
    await api.call({
      method: 'DELETE',
      path: `${path}/{authorisation_id}`,
      params: { ...params, authorisation_id },
    });
    onChange();
  });
  return (
    <Section
      id="consents"
      title="Consents"
      note="Data is retrieved for a person only while one of these is active."
    >
      {authorisations.length > 0 && (
        <Table label="Consents">
          <thead>
            <tr>
              <th>State</th>
              <th>Kind</th>
              <th>Accepted</th>
              <th>Term</th>
              <th>Ended</th>
              <th>
                <span class="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {authorisations.map((one) => (
              <tr key={one.authorisation_id}>
                <td>
                  <Badge kind={stateOf(one)}>{stateOf(one)}</Badge>
                </td>
                <td>{one.authorisation_category.replace('_', ' ')}</td>
                <td>{moment(one.accepted_at)}</td>
                <td>
                  <code>{short(one.term_id)}</code>
                </td>
                <td>{one.revoked_at ? moment(one.revoked_at) : ''}</td>
                <td>
                  {!one.revoked_at && (
                    <button
                      type="button"
                      class="danger"
                      disabled={revoke.isBusy}
                      onClick={() => revoke.run(one.authorisation_id)}
                    >
                      Revoke
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div class="buttons">
        <button type="button" disabled={accept.isBusy} onClick={() => accept.run('one_time')}>
          Accept the service's term
        </button>
        <button type="button" disabled={accept.isBusy} onClick={() => accept.run('recurring')}>
          Accept a new recurring term
        </button>
      </div>
      <Problem error={accept.error ?? revoke.error} />
      <Made requests={accept.made} />
      <Made requests={revoke.made} />
    </Section>
  );
}
