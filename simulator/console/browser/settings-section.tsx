import { type PersonProps, useAction, useConsole, useRead } from './context.ts';
import { Badge, CallOf, Made, Problem, Section, Table } from './parts.tsx';
import { Link } from './route.tsx';
import { SettingInput, type SettingValues, settingsOf, shownValue } from './setting-input.tsx';

/** What holds for a person: their own value, or the client's where they have none. */
export function SettingsSection({ dossier, onChange }: PersonProps) {
  const { naming } = useConsole();
  const client = useRead('getConfiguration');
  const own: SettingValues = { ...dossier.user };
  const common: SettingValues = { ...client.data };
  const path = { user_id: dossier.user.user_id };
  const change = useAction(async (api, field: string, value: unknown) => {
    await api.call('updateUser', { path, body: { [field]: value } });
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
                    {isOwn ? 'the user' : isSet ? 'the client' : 'not set'}
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
