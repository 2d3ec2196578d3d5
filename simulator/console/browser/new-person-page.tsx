import { useEffect, useState } from 'preact/hooks';
import type { Scenario } from '../../../generators/scenarios/scenario.ts';
import type { SuccessBody } from '../../../spec/operations.ts';
import { asServiceError } from './api.ts';
import { useAction, useConsole, useRead, useReadIf } from './context.ts';
import { Button, Field, Form, SelectField, Submit } from './forms.tsx';
import { MoneyChart } from './money-section.tsx';
import { Crumbs, Head, Lines, Outcome, Problem } from './parts.tsx';
import { navigate } from './route.tsx';
import { described, newPerson, ScenarioForm, scenarioLike } from './scenario-form.tsx';
import { monthName, numberOf, pounds } from './text.ts';

const CHECK_MS = 350;

/** A scenario as the form changes it, or the YAML that is being written: the one edited last. */
type Draft = Scenario | string;

const textOf = (draft: Draft): string => (typeof draft === 'string' ? draft : JSON.stringify(draft, null, 2));

/** Makes a person by a form or by YAML, in step; the address names the scenario to begin with, or the person to duplicate. */
export function NewPersonPage({ query }: { query: URLSearchParams }) {
  const { toast } = useConsole();
  const [from, user] = [query.get('from') ?? '', query.get('user') ?? ''];
  const list = useRead('listScenarios');
  const scenarios = list.data?.scenarios ?? [];
  const key = from || scenarios.find(({ user_id }) => user_id === user)?.key;
  const source = useReadIf(key !== undefined, 'getScenario', { path: { scenario_key: key ?? '' } });
  const isOther = list.data !== undefined && key === undefined && user !== '';
  const dossier = useReadIf(isOther, 'inspectUser', { path: { user_id: user } });
  const [draft, setDraft] = useState<Draft>();
  const [isYaml, setYaml] = useState(false);
  const { problems, answer } = useCheck(draft);
  useEffect(() => {
    if (!from && !user) setDraft(newPerson);
    else if (dossier.data) setDraft(scenarioLike(dossier.data));
    else if (source.data) setDraft(source.data.yaml);
  }, [from, user, source.data, dossier.data]);
  // A scenario's promises are about the person it was written for, and its key is theirs.
  useEffect(() => {
    if (!key || answer?.scenario['key'] !== key || draft !== source.data?.yaml) return;
    const { promises: _, reaches: __, group: ___, ...rest } = answer.scenario;
    setDraft(described(asScenario({ ...rest, key: `${key}-copy` })));
  }, [key, answer, draft, source.data]);
  const make = useAction(async (api) => {
    const { name, user_id } = await api.call('createScenario', { yaml: textOf(draft ?? '') });
    toast({ text: `${name} is made.`, link: { href: '/console/people/new', name: 'Make another' } });
    navigate(`/console/people/${user_id}`);
  });
  const isWrong = problems?.length !== 0;
  const isStuck = isYaml && isWrong;
  const toForm = () => setYaml(false);
  const scenario = typeof draft === 'string' ? answer && asScenario(answer.scenario) : draft;
  // What will not be true in the person's documents is no fault of the scenario.
  const odd = scenario?.discrepancies?.map(({ kind }) => kind).join(', ');
  return (
    <>
      <Crumbs />
      <Head of="people/new" />
      <SelectField
        label="Begin with"
        value={key ?? ''}
        onValue={(wanted) => navigate(`/console/people/new${wanted && `?from=${wanted}`}`)}
        options={[
          ['', isOther ? 'the person you duplicate' : 'a new person'],
          ...scenarios.map((one) => [one.key, `${one.name ?? one.key} (${one.key})`] as const),
        ]}
      />
      <Problem error={source.error ?? dossier.error} />
      <Form of={make} onSubmit={make.run} label="Make a person">
        <div class="split open making">
          <div>
            <div class="tabs" role="tablist" aria-label="How to describe the person">
              <Button role="tab" aria-selected={!isYaml} disabled={isStuck} onClick={toForm} label="Form" />
              <Button role="tab" aria-selected={isYaml} onClick={() => setYaml(true)} label="YAML" />
            </div>
            {isYaml && (
              <Field label="Scenario, as YAML">
                {(id) => (
                  <textarea
                    {...{ id, class: 'yaml', rows: 28, spellcheck: false }}
                    value={typeof draft === 'string' ? draft : isWrong ? textOf(draft ?? '') : answer?.yaml}
                    onInput={(event) => setDraft(event.currentTarget.value)}
                  />
                )}
              </Field>
            )}
            {!isYaml && scenario && (
              <ScenarioForm scenario={scenario} onChange={(next) => setDraft(described(next, scenario))} />
            )}
          </div>
          <aside class="preview" aria-label="Preview">
            {answer && <Preview answer={answer} />}
            {problems?.length === 0 && odd && <p class="remark">Their documents will disagree: {odd}.</p>}
            <div role="status" class={problems?.length ? 'problem' : 'note'}>
              {problems === undefined && 'Checking…'}
              {problems?.length === 0 && 'The scenario is valid.'}
              <Lines of={(problems ?? []).map((one) => (isYaml ? one : one.replace(/^line \d+: /, '')))} />
            </div>
            <Submit class="main" of={make} disabled={isWrong} label="Make the person" />
            <Outcome of={[make]} />
          </aside>
        </div>
      </Form>
    </>
  );
}

type Answer = SuccessBody<'checkScenario'>;

/** The sandbox has checked it against the schema of scenarios. */
const asScenario = (checked: Answer['scenario']): Scenario => checked as Scenario;

function Preview({ answer: { name, months } }: { answer: Answer }) {
  const [chosen, setChosen] = useState<number>();
  const drawn = months.map(({ month, gross_pay, net_pay }) => {
    const nothing = { living: null, housing: null, credits: null, taxed: null, taxedTotal: null };
    return { month, gross: numberOf(gross_pay), net: numberOf(net_pay), ...nothing };
  });
  const at = Math.min(chosen ?? drawn.length - 2, drawn.length - 1);
  const { month, gross, net } = drawn[at]!;
  return (
    <>
      <h2>{name}</h2>
      <MoneyChart months={drawn} at={at} onAt={setChosen} />
      <p class="legend">
        {monthName(month)}: <i class="gross" /> gross {pounds(gross)}, <i class="net" /> net {pounds(net)}
      </p>
      <p class="note">Pay by month, of the last 13 months. Point at a month to see its figures.</p>
    </>
  );
}

/** What is wrong with a draft, undefined until it was checked; and what the latest right one comes to. */
function useCheck(draft: Draft | undefined) {
  const { api } = useConsole();
  const [checked, setChecked] = useState<{ draft: Draft; problems: readonly string[] }>();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (draft === undefined) return undefined;
    let isCurrent = true;
    const check = () =>
      api.call('checkScenario', { yaml: textOf(draft) }).then(
        (answer) => {
          if (!isCurrent) return;
          setAnswer(answer);
          setChecked({ draft, problems: [] });
        },
        (error: unknown) => isCurrent && setChecked({ draft, problems: asServiceError(error).errors }),
      );
    const timer = setTimeout(check, CHECK_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, draft]);
  return { problems: checked?.draft === draft ? checked?.problems : undefined, answer };
}
