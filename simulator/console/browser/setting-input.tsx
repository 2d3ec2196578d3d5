import { useConsole } from './context.ts';
import { LateInput, type Options, Select, sameText } from './parts.tsx';

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
export function SettingInput({ id, setting: { kind }, value, fallback, onValue }: Props) {
  const { environment } = useConsole();
  const chosen = value === null || value === undefined ? '' : shownValue(value);
  if (kind === 'switch' || kind === 'frequency') {
    const frequencies = [...(environment === 'sandbox' ? ['HOURLY'] : []), 'WEEKLY', 'MONTHLY'];
    const names = kind === 'switch' ? ['on', 'off'] : frequencies;
    const unset: Options<string> =
      fallback !== undefined || chosen === '' ? [['', fallback ?? 'not set']] : [];
    const settingOf = (name: string) => (kind === 'switch' ? name === 'on' : name);
    return (
      <Select
        id={id}
        value={chosen}
        onValue={(name) => onValue(name === '' ? null : settingOf(name))}
        options={[...unset, ...sameText(names)]}
      />
    );
  }
  return (
    <LateInput
      id={id}
      type={kind === 'months' ? 'number' : 'date'}
      min={kind === 'months' ? 1 : undefined}
      value={chosen}
      placeholder={fallback ?? 'not set'}
      onValue={(text) => {
        if (text.trim() === '') onValue(null);
        else onValue(kind === 'months' ? Number(text) : `${text}T00:00:00.000Z`);
      }}
    />
  );
}
