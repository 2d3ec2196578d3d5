import type { SuccessBody } from '../../../spec/operations.ts';
import { useAction, useConsole, useRead } from './context.ts';
import { Field, type Options, Select, sameText, withOption } from './forms.tsx';
import { Crumbs, Head, Outcome, Section } from './parts.tsx';
import { type Column, RecordTable } from './record-table.tsx';
import { ResetSection } from './snapshots-page.tsx';
import words from './words.json' with { type: 'json' };

type Setting = (typeof words.settings)[number];

/** Values of settings by field; a deployment's word for the tax authority is part of one name. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The settings of users, by the deployment's word for the tax authority. */
export const settingsOf = (authority: string): Setting[] =>
  words.settings.map((one) => ({ ...one, field: one.field.replace('taxauth', authority) }));

export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? String(value).slice(0, 10) : String(value);
};

/** `fallback` holds when the value is unset; it is undefined where the value cannot be unset. */
type Props = {
  id: string;
  setting: Setting;
  value: unknown;
  fallback?: string;
  onValue: (value: unknown) => void;
};

/** A control for one setting: a choice is made at once, a text when it is left. */
export function SettingInput({ id, setting: { kind }, value, fallback, onValue }: Props) {
  const { environment } = useConsole();
  const chosen = value === null || value === undefined ? '' : shownValue(value);
  if (kind === 'switch' || kind === 'frequency') {
    const hourly = environment === 'sandbox' ? ['HOURLY'] : [];
    const names = sameText(kind === 'switch' ? ['on', 'off'] : [...hourly, 'WEEKLY', 'MONTHLY']);
    const options: Options<string> =
      fallback === undefined ? withOption(names, chosen, 'not set') : [['', fallback], ...names];
    const settingOf = (name: string) => (kind === 'switch' ? name === 'on' : name);
    const set = (name: string) => onValue(name === '' ? null : settingOf(name));
    return <Select id={id} value={chosen} onValue={set} options={options} />;
  }
  return (
    <input
      // What was stored is shown; what is being typed in is not replaced by it.
      key={chosen}
      id={id}
      type={kind === 'months' ? 'number' : 'date'}
      min={kind === 'months' ? 1 : undefined}
      defaultValue={chosen}
      placeholder={fallback ?? 'not set'}
      onChange={({ currentTarget: { value: text } }) => {
        const given = kind === 'months' ? Number(text) : `${text}T00:00:00.000Z`;
        onValue(text === '' ? null : given);
      }}
    />
  );
}

export function ConfigurationPage() {
  const read = useRead('getConfiguration');
  const values: SettingValues = { ...read.data };
  const change = useAction((api, body: object) => api.call('updateConfiguration', { body }), read.reload);
  const own = settingsOf('').filter(({ field }) => field !== '_enabled');
  return (
    <>
      <Crumbs />
      <Head of="configuration" />
      <div class="form">
        {own.map((setting) => (
          <Field key={setting.field} label={setting.name}>
            {(id) => (
              <SettingInput
                id={id}
                setting={setting}
                value={values[setting.field]}
                onValue={(value) => change.run({ [setting.field]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Outcome of={[read, change]} />
      <MembersSection />
      <ResetSection />
    </>
  );
}

type Member = SuccessBody<'listMembers'>['members'][number];
type Choice = Partial<Pick<Member, 'status' | 'mfa_status'>>;

/** The client's team: confirms an invited member, disables one, and switches a second factor on. */
function MembersSection() {
  const read = useRead('listMembers');
  const change = useAction(
    (api, member_id: string, body: Choice) => api.call('arrangeMember', { path: { member_id }, body }),
    read.reload,
  );
  const choice = (name: string, field: 'status' | 'mfa_status', texts: object): Column<Member> => [
    name,
    (member) => (
      <Select
        aria-label={`${name} of ${member.email}`}
        value={member[field]}
        onValue={(value) => change.run(member.id, { [field]: value })}
        options={Object.entries(texts)}
      />
    ),
  ];
  return (
    <Section id="members" outcome={[read, change]}>
      <RecordTable
        label="Members of the team"
        records={read.data?.members ?? []}
        columns={[
          ['Member', ({ email }) => email, 'heading'],
          ['Role', ({ role }) => role],
          choice('Status', 'status', words.memberStatuses),
          choice('Second factor', 'mfa_status', words.secondFactors),
        ]}
      />
    </Section>
  );
}
