import { useAction, useRead } from './context.ts';
import { Head } from './layout.tsx';
import { MembersSection } from './members-section.tsx';
import { CallOf, Crumbs, Field, Made, Problem } from './parts.tsx';
import { SettingInput, type SettingValues, settingsOf } from './setting-input.tsx';
import { ResetSection } from './snapshots-page.tsx';

/** The settings of the client, which hold for every user without one of their own. */
export function ConfigurationPage() {
  const read = useRead('getConfiguration');
  const values: SettingValues = { ...read.data };
  const change = useAction(
    (api, field: string, value: unknown) => api.call('updateConfiguration', { body: { [field]: value } }),
    read.reload,
  );
  const own = settingsOf('').filter(({ field }) => field !== '_enabled');
  return (
    <>
      <Crumbs />
      <Head title="Client settings" lead="They hold for every user who has no value of their own." />
      <Problem error={read.error ?? change.error} />
      <div class="form">
        {own.map((setting) => (
          <Field key={setting.field} label={setting.name}>
            {(id) => (
              <SettingInput
                id={id}
                setting={setting}
                value={values[setting.field]}
                onValue={(value) => change.run(setting.field, value)}
              />
            )}
          </Field>
        ))}
      </div>
      <Made requests={change.made} />
      <CallOf request={read.request} />
      <MembersSection />
      <ResetSection />
    </>
  );
}
