import { useAction, useRead } from './context.ts';
import { MembersSection } from './members-section.tsx';
import { Act, CallOf, Crumbs, Field, Made, Outcome, Problem, Section } from './parts.tsx';
import { SettingInput, type SettingValues, settingsOf } from './setting-input.tsx';

/** The settings of the client, which hold for every user without one of their own. */
export function ConfigurationPage() {
  const read = useRead('getConfiguration');
  const values: SettingValues = { ...read.data };
  const change = useAction(
    (api, field: string, value: unknown) => api.call('updateConfiguration', { body: { [field]: value } }),
    read.reload,
  );
  const reset = useAction((api) => api.call('resetClient'), read.reload);
  const own = settingsOf('').filter(({ field }) => field !== '_enabled');
  return (
    <>
      <Crumbs />
      <h1>Client settings</h1>
      <p class="lead">They hold for every user who has no value of their own.</p>
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
      <Section
        id="reset"
        title="Start again"
        note="All that was created is gone, what was deleted is back, and the clock is as it was at first."
      >
        <Act of={reset} with={[]} class="danger">
          Reset this client
        </Act>
        <Outcome of={[reset]} />
      </Section>
    </>
  );
}
