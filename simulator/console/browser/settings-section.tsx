import type { ClientConfiguration } from '../../../spec/types.ts';
import { useAction, useConsole, useRead } from './context.ts';
import { Badge, CallOf, Made, Problem, Section, Table } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { Link } from './route.tsx';
import { SettingInput } from './setting-input.tsx';
import { settingsOf, shownValue } from './settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** What holds for a person: their own value, or the client's where they have none. */
export function SettingsSection({ dossier, onChange }: PersonProps) {
  const { naming } = useConsole();
  const client = useRead<ClientConfiguration>({ method: 'GET', path: '/configuration' });
  const [own, common] = [dossier.user as Values, (client.data ?? {}) as Values];
  const params = { user_id: dossier.user.user_id };
  const change = useAction(async (api, field: string, value: unknown) => {
    await api.call({ method: 'PATCH', path: '/users/{user_id}', params, body: { [field]: value } });
    onChange();
  });
  return (
    <Section id="settings" title="Settings">
      <Table label="Settings">
        <thead>
          <tr>
            <th>Setting</th>
            <th>In force</th>
            <th>From</th>
            <th>This person's</th>
          </tr>
        </thead>
        <tbody>
          {settingsOf(naming.authority).map((setting) => {
            const { field, name } = setting;
            const isOwn = own[field] !== undefined && own[field] !== null;
            const isSet = isOwn || (common[field] !== undefined && common[field] !== null);
            return (
              <tr key={field}>
                <th scope="row">
                  <label for={`setting-${field}`}>{name}</label>
                </th>
                <td>{shownValue(isOwn ? own[field] : common[field])}</td>
                <td>
                  <Badge kind={isOwn ? 'own' : 'client'}>
                    {isOwn ? 'the user' : isSet ? 'the client' : 'nobody'}
                  </Badge>
                </td>
                <td>
                  <SettingInput
                    id={`setting-${field}`}
                    setting={setting}
                    value={own[field]}
                    fallback={`as the client: ${shownValue(common[field])}`}
                    onValue={(value) => change.run(field, value)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <Problem error={change.error ?? client.error} />
      <Made requests={change.made} />
      <CallOf label="The client's:" request={client.request} />
      <p>
        <Link href="/console/configuration">Change the client's own settings</Link>
      </p>
    </Section>
  );
}
