import type { SuccessBody } from '../../../spec/operations.ts';
import { useAction, useRead } from './context.ts';
import { Head } from './layout.tsx';
import { CallOf, Crumbs, Field, Outcome, Section, Select } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
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
      <Outcome of={[read, change]} />
      <CallOf request={read.request} />
      <MembersSection />
      <ResetSection />
    </>
  );
}

type Member = SuccessBody<'listMembers'>['members'][number];
type Choice = Partial<Pick<Member, 'status' | 'mfa_status'>>;

const statuses: readonly [Member['status'], string][] = [
  ['unconfirmed', 'unconfirmed'],
  ['confirmed', 'confirmed'],
  ['archived', 'archived: cannot sign in'],
  ['compromised', 'compromised: cannot sign in'],
  ['reset_required', 'reset required'],
  ['force_change_password', 'must change the password'],
  ['external_provider', 'external provider'],
  ['unknown', 'unknown'],
];
const secondFactors: readonly [Member['mfa_status'], string][] = [
  ['disabled', 'off'],
  ['sms', 'by SMS'],
  ['email', 'by e-mail'],
];

/** The client's team: confirms an invited member, disables one, and switches a second factor on. */
function MembersSection() {
  const read = useRead('listMembers');
  const change = useAction(
    (api, member_id: string, body: Choice) => api.call('arrangeMember', { path: { member_id }, body }),
    read.reload,
  );
  return (
    <Section
      id="members"
      title="Team"
      note="Confirm an invited member, disable one, or switch a second factor on."
    >
      <RecordTable
        label="Members of the team"
        records={read.data?.members ?? []}
        idOf={({ id }) => id}
        columns={[
          ['Member', ({ email }) => email, 'heading'],
          ['Role', ({ role }) => role],
          [
            'Status',
            ({ id, email, status }) => (
              <Select
                aria-label={`Status of ${email}`}
                value={status}
                onValue={(value) => change.run(id, { status: value })}
                options={statuses}
              />
            ),
          ],
          [
            'Second factor',
            ({ id, email, mfa_status }) => (
              <Select
                aria-label={`Second factor of ${email}`}
                value={mfa_status}
                onValue={(value) => change.run(id, { mfa_status: value })}
                options={secondFactors}
              />
            ),
          ],
        ]}
      />
      <Outcome of={[read, change]} />
      <CallOf request={read.request} />
    </Section>
  );
}
