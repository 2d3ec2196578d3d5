import { useRef, useState } from 'preact/hooks';
import type { Effect } from '../../../spec/types.ts';
import { useAction, useConsole, useLive, useNow, useRead, useReadIf } from './context.ts';
import { Act, Form, SelectField, Submit, TextField, withOption } from './forms.tsx';
import { Badge, Head, Section, useAppeared, When } from './parts.tsx';
import { PersonLink, useNames } from './person-names.tsx';
import { RecordTable } from './record-table.tsx';
import { Link, setQuery } from './route.tsx';
import { day, moment, plural, wordsFor } from './text.ts';
import { Timeline } from './timeline.tsx';
import words from './words.json' with { type: 'json' };

const DAY_MS = 86_400_000;

export function ClockPage({ query }: { query: URLSearchParams }) {
  const { clock } = useConsole();
  const shown = useNow();
  const people = useRead('listScenarios');
  const person = query.get('person') ?? people.data?.scenarios[0]?.user_id ?? '';
  const all = useRead('listDue', { query: { limit: 1000 } });
  const own = useReadIf(person !== '', 'listDue', { query: { user_id: person } });
  const [days, setDays] = useState(30);
  const [date, setDate] = useState('');
  const [effects, setEffects] = useState<Effect[]>();
  const happened = useRef<HTMLDivElement>(null);
  useAppeared(happened, effects !== undefined);
  const reload = () => {
    all.reload();
    own.reload();
  };
  useLive('clock', reload);
  const move = useAction(async (api, body: { by?: string; to?: string; frozen?: boolean }) => {
    const moved = await api.call('moveClock', { body });
    if (body.by ?? body.to) setEffects(moved.effects);
    reload();
  });
  const now = Date.parse(clock?.now ?? all.data?.now ?? '') || 0;
  const target = date ? `${date}T00:00:00.000Z` : new Date(now + days * DAY_MS).toISOString();
  const due = all.data?.due ?? [];
  const payDay = own.data?.due.find(({ kind }) => kind === 'pay-day');
  const toPayDay = payDay ? `To their next pay day, ${day(payDay.at)}` : 'They have no pay day to come';
  const check = due.find(({ kind }) => kind === 'recurring-check');
  const toCheck = check ? `To the next recurring check, ${moment(check.at)}` : 'No recurring check is due';
  const isFrozen = clock?.frozen ?? false;
  const pace = isFrozen ? 'Frozen: let it go on' : 'Running: freeze it';
  const pick = (value: string) => setQuery('person', value);
  const scenarios = (people.data?.scenarios ?? []).map(
    ({ user_id, key, name }) => [user_id, name ? `${name} (${key})` : key] as const,
  );
  return (
    <>
      <Head of="clock" />
      <div class="big-time">
        <time dateTime={shown}>{moment(shown)}</time> UTC
        <Act of={move} with={[{ frozen: !isFrozen }]} aria-pressed={isFrozen} label={pace} />
      </div>
      <Section id="steps" outcome={[move]}>
        <div class="buttons">
          {Object.entries(words.clockSteps).map(([by, name]) => (
            <Act key={by} of={move} with={[{ by }]} label={name} />
          ))}
        </div>
        <div class="row">
          <SelectField
            label="Whose pay day"
            value={person}
            onValue={pick}
            options={withOption(scenarios, person)}
          />
          <Act of={move} with={[{ to: payDay?.at }]} disabled={!payDay} label={toPayDay} />
          <Act of={move} with={[{ to: check?.at }]} disabled={!check} label={toCheck} />
        </div>
        <Form class="row" of={move} onSubmit={() => move.run({ to: target })}>
          <TextField
            label={`By ${plural(days, 'day')}`}
            type="range"
            min={1}
            max={365}
            value={String(days)}
            aria-valuetext={`${plural(days, 'day')}, to ${day(target)}`}
            onValue={(value) => {
              setDate('');
              setDays(Number(value));
            }}
          />
          <TextField label="or to a date" type="date" value={date} onValue={setDate} />
          <Submit class="main" of={move} label={`Move to ${day(target)}`} />
        </Form>
      </Section>
      <div ref={happened} tabIndex={-1}>
        {effects && (
          <Section id="effects">
            <div role="status">
              <Timeline
                label="Timeline of the effects"
                marks={effects.map((one) => ({ at: one.at, lane: one.kind, about: sentence(one) }))}
              />
              <EffectList {...words.tables.effects} effects={effects} />
            </div>
          </Section>
        )}
      </div>
      <Section id="due" title={`Due before ${day(target)}`} outcome={[all, { error: own.error }]}>
        <EffectList {...words.tables.due} effects={due.filter(({ at }) => at <= target)} />
      </Section>
    </>
  );
}

type EffectText = 'user_id' | 'delivery_id' | 'event' | 'what' | 'employer' | 'name' | 'about' | 'error';
type ClockEffect = Effect &
  Partial<Record<EffectText, string> & Record<'attempt' | 'status' | 'found', number>>;

function sentence(effect: ClockEffect): string {
  const { kind, event = '', attempt, status, error, found, what, employer } = effect;
  if (kind === 'delivery-attempt')
    return [`Attempt ${attempt} to deliver ${event}`, status ?? error ?? []].flat().join(': ');
  if (kind === 'recurring-check') {
    if (found === undefined) return 'Payroll is checked';
    return `Payroll was checked: ${found === 0 ? 'nothing new' : plural(found, 'new payslip')}`;
  }
  if (kind === 'expiry') return what === 'token' ? "A user's token expires" : 'An upload address expires';
  if (kind === 'life-event') return `${wordsFor('lifeEvents', event) ?? event}: ${effect.about}`;
  return kind === 'pay-day' ? `Pay day at ${employer}` : kind;
}

function EffectList({ effects, ...rest }: { effects: readonly Effect[]; label: string; empty: string }) {
  const names = useNames(effects.flatMap((effect: ClockEffect) => effect.user_id ?? []));
  const what = ({ delivery_id: id, ...effect }: ClockEffect) =>
    id ? <Link href={`/console/deliveries?delivery=${id}`} label={sentence(effect)} /> : sentence(effect);
  return (
    <RecordTable
      {...rest}
      records={effects as readonly ClockEffect[]}
      columns={[
        ['At', ({ at }) => <When at={at} />, 'when'],
        ['Kind', ({ kind }) => <Badge kind={kind}>{kind}</Badge>],
        ['What', what],
        ['Person', ({ user_id: id, name }) => id && <PersonLink userId={id} names={names} name={name} />],
      ]}
    />
  );
}
