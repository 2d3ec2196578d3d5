import { useEffect, useState } from 'preact/hooks';
import { useConsole } from './context.ts';

export type Setting = { field: string; name: string; kind: 'switch' | 'frequency' | 'months' | 'day' };

/** Values of settings by field; a deployment's word for the tax authority is part of one name. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The settings of users, by the deployment's word for the tax authority. */
export const settingsOf = (authority: string): Setting[] => [
  { field: 'payroll_connections_enabled', name: 'Payroll connections', kind: 'switch' },
  { field: 'payslip_upload_enabled', name: 'Payslip upload', kind: 'switch' },
  { field: `${authority}_enabled`, name: 'Tax-authority data', kind: 'switch' },
  { field: 'recurring_checks_enabled', name: 'Recurring checks', kind: 'switch' },
  { field: 'recurring_check_frequency', name: 'Check frequency', kind: 'frequency' },
  { field: 'recurring_check_end_date', name: 'Checks end on', kind: 'day' },
  { field: 'payroll_period_months', name: 'Lookback in months', kind: 'months' },
];

export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? String(value).slice(0, 10) : String(value);
};

type Props = {
  id: string;
  setting: Setting;
  value: unknown;
  /** What holds when the value is unset; undefined where it cannot be unset. */
  fallback?: string;
  onValue: (value: unknown) => void;
};

/** A control for one setting: a choice is made at once, a text when it is left. */
export function SettingInput({ id, setting, value, fallback, onValue }: Props) {
  const { environment } = useConsole();
  const [text, setText] = useState('');
  useEffect(() => setText(value === null || value === undefined ? '' : shownValue(value)), [value]);
  if (setting.kind === 'switch' || setting.kind === 'frequency') {
    const frequencies = [...(environment === 'sandbox' ? ['HOURLY'] : []), 'WEEKLY', 'MONTHLY'];
    const choices: [string, unknown][] =
      setting.kind === 'switch'
        ? [
            ['on', true],
            ['off', false],
          ]
        : frequencies.map((one) => [one, one]);
    const chosen = value === null || value === undefined ? '' : shownValue(value);
    return (
      <select
        id={id}
        value={chosen}
        onChange={(event) =>
          onValue(choices.find(([name]) => name === event.currentTarget.value)?.[1] ?? null)
        }
      >
        {(fallback !== undefined || chosen === '') && <option value="">{fallback ?? 'not set'}</option>}
        {choices.map(([name]) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  const commit = () => {
    const given = text.trim();
    const before = value === null || value === undefined ? '' : shownValue(value);
    if (given === before) return;
    if (given === '') onValue(null);
    else onValue(setting.kind === 'months' ? Number(given) : `${given}T00:00:00.000Z`);
  };
  return (
    <input
      id={id}
      type={setting.kind === 'months' ? 'number' : 'date'}
      min={setting.kind === 'months' ? 1 : undefined}
      value={text}
      placeholder={fallback ?? 'not set'}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
