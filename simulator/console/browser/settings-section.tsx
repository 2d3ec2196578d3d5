import { type PersonProps, useAction, useConsole, useRead } from './context.ts';
import { Badge, CallOf, Made, Problem, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { Link } from './route.tsx';
import { SettingInput, type SettingValues, settingsOf, shownValue } from './setting-input.tsx';

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

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
      <RecordTable
        label="Settings"
        records={settingsOf(naming.authority)}
        idOf={({ field }) => field}
        columns={[
          ['Setting', ({ field, name }) => <label for={`setting-${field}`}>{name}</label>, 'heading'],
          ['In force', ({ field }) => shownValue(own[field] ?? common[field])],
          [
            'From',
            ({ field }) => (
              <Badge kind={isSet(own[field]) ? 'own' : 'client'}>
                {isSet(own[field]) ? 'the user' : isSet(common[field]) ? 'the client' : 'not set'}
              </Badge>
            ),
          ],
          [
            "This person's",
            (setting) => (
              <SettingInput
                id={`setting-${setting.field}`}
                setting={setting}
                value={own[setting.field]}
                fallback={`as the client: ${shownValue(common[setting.field])}`}
                onValue={(value) => change.run(setting.field, value)}
              />
            ),
          ],
        ]}
      />
      <Problem error={change.error ?? client.error} />
      <Made requests={change.made} />
      <CallOf label="The client's:" request={client.request} />
      <p>
        <Link href="/console/configuration">Change the client's own settings</Link>
      </p>
    </Section>
  );
}
