import fc from 'fast-check';
import { type Check, check } from '../../judgement/check.ts';
import { showsValue, type UserField } from '../../predicates/settings.ts';
import { isSuccess, type ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { partedBy, type SequentialModel } from './linearize.ts';
import { expectOneOrder, inTurn, type Outcome, race, seen } from './race.ts';

/** `of` tells the record that is meant. */
type RecordCommand = { readonly of: string } & (
  | { readonly kind: 'update'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'read' }
  | { readonly kind: 'delete' }
);

/** The fields that were set; null once the record is gone. */
type State = Readonly<Record<string, unknown>> | null;

/**
 * A record that is changed field by field, and deleted as a whole: a user, or a client's configuration.
 * An update answers with the record as it has left it, so that it is a look at the other fields too.
 */
function recordModel(
  names: readonly string[],
  shows: (name: string, shown: unknown, set: unknown) => boolean,
): SequentialModel<State, RecordCommand, Outcome> {
  const showsAll = (state: State, { body }: Outcome): boolean => {
    const shown = fieldsOf(body);
    return names.every((name) =>
      state?.[name] == null ? shown[name] == null : shows(name, shown[name], state[name]),
    );
  };
  return {
    initial: Object.fromEntries(names.map((name) => [name, null])),
    step: (state, command, outcome) => {
      if (state === null) return outcome.status === 404 ? [null] : [];
      if (!isSuccess(outcome)) return [];
      if (command.kind === 'delete') return [null];
      const after = command.kind === 'update' ? { ...state, ...command.fields } : state;
      return showsAll(after, outcome) ? [after] : [];
    },
  };
}

type Perform = (command: RecordCommand) => Promise<ServiceResponse>;

/** Updates of one or two fields each, and a look now and then where that is a command. */
function clients(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  things: readonly string[],
  looks: readonly RecordCommand[] = [],
): fc.Arbitrary<RecordCommand[][]> {
  const changes = fc
    .subarray(Object.keys(fields), { minLength: 1, maxLength: 2 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fields[name]!]))));
  const update = fc
    .record({ of: fc.constantFrom(...things), changes })
    .map(({ of, changes }): RecordCommand => ({ kind: 'update', of, fields: { ...changes } }));
  const command = fc.oneof(
    { weight: 4, arbitrary: update },
    ...looks.map((look) => ({ weight: 1, arbitrary: fc.constant(look) })),
  );
  return fc.array(fc.array(command, { minLength: 1, maxLength: 3, size: 'max' }), {
    minLength: 2,
    maxLength: 4,
    size: 'max',
  });
}

type Acts = { first: readonly RecordCommand[]; last: readonly RecordCommand[] };

/** All fields are set beforehand, and looked at afterwards. */
async function raced(drawn: readonly (readonly RecordCommand[])[], perform: Perform, acts: Acts) {
  const act = (commands: readonly RecordCommand[]) =>
    inTurn(commands, async (command) => seen(await perform(command)));
  return race({ before: act(acts.first), together: drawn.map(act), after: act(acts.last) });
}

const texts = fc.constantFrom('Ash', 'Birch', 'Cedar', 'Elm', 'Fir');
const userFields = {
  forename: texts,
  surname: fc.option(texts),
  ext_id: fc.option(texts),
  post_codes: fc.constantFrom(['LS1 4AP'], ['CF10 1EP', 'EH1 1YZ']),
};
const settingsOf = (text: string) => ({
  client_display_name: text,
  client_logo: `https://lender.example/${text}.svg`,
  client_callback_url: `https://lender.example/${text}`,
});
const settings = {
  client_display_name: texts,
  client_logo: texts.map((text) => settingsOf(text).client_logo),
  client_callback_url: texts.map((text) => settingsOf(text).client_callback_url),
};

const of = 'the client';
const look: RecordCommand = { kind: 'read', of };
const allSettings = (text: string): RecordCommand => ({ kind: 'update', of, fields: settingsOf(text) });

const wholeUser = { forename: 'Oak', surname: 'Oak', ext_id: 'Oak', post_codes: ['LS1 4AP'] };

export const recordRaces: readonly Check[] = [
  check('races.users.one-order', {
    needs: ['users'],
    given: clients(userFields, ['one who stays', 'one who goes']),
    effort: 0.6,
  }).by(async (ctx, drawn) => {
    const users: Record<string, string> = {
      'one who stays': (await ctx.arrange.createUser()).user_id,
      'one who goes': (await ctx.arrange.createUser()).user_id,
    };
    const all = Object.keys(users);
    const deletion: RecordCommand = { kind: 'delete', of: 'one who goes' };
    const perform: Perform = (command) => {
      const path = { user_id: users[command.of] ?? '' };
      if (command.kind === 'update') return ctx.call('updateUser', { path, body: command.fields });
      return ctx.call('deleteUser', { path });
    };
    const history = await raced([...drawn, [deletion], [deletion]], perform, {
      first: all.map((of) => ({ kind: 'update', of, fields: wholeUser })),
      last: all.map((of) => ({ kind: 'update', of, fields: { ext_id: 'Yew' } })),
    });
    const model = recordModel(Object.keys(userFields), (name, shown, set) =>
      showsValue(name as UserField, shown, set),
    );
    for (const part of partedBy(history, ({ of }) => of))
      expectOneOrder(model, part, 'a user that several clients change, and delete, at once');
  }),

  check('races.configuration.one-order', {
    exclusive: 'configuration',
    given: clients(settings, [of], [look]),
    effort: 0.6,
  }).by(async (ctx, drawn) => {
    // One changes everything while another reads: a look of two moments shows what never was.
    const always: RecordCommand[][] = [[look], [allSettings('Yew')]];
    const perform: Perform = (command) =>
      command.kind === 'update'
        ? ctx.call('updateConfiguration', { body: command.fields })
        : ctx.call('getConfiguration');
    const acts = { first: [allSettings('Oak')], last: [look] };
    const history = await raced([...always, ...drawn], perform, acts);
    const model = recordModel(Object.keys(settings), (_, shown, set) => shown === set);
    expectOneOrder(model, history, 'a configuration that several clients change and read at once');
  }),
];
