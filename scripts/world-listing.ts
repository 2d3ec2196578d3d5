import { magicAnswers, magicLogins } from '../generators/catalogue/magic.ts';
import { nameOf } from '../generators/people/person.ts';
import type { World, WorldPersona } from '../generators/world/world.ts';
import { textTable } from './text-table.ts';

const nameIn = (world: World, { index }: WorldPersona): string | null =>
  index === null ? null : nameOf(world.person(index));

/** The personas as data, each with its key. */
export function personasAsData(world: World): object[] {
  return [...world.personas.values()].map((entry) => ({
    key: entry.persona.key,
    user_id: entry.userId,
    name: nameIn(world, entry),
    description: entry.persona.description,
    purpose: entry.persona.purpose,
    reaches: entry.persona.reaches ?? [],
  }));
}

/** The personas as a table. */
export function personasAsText(world: World, width: number): string {
  const rows = [...world.personas.values()].map(({ persona, userId }) => [
    `${persona.key}\n${userId}`,
    `${persona.description}\n> ${persona.purpose}`,
  ]);
  const table = textTable(['KEY AND USER ID', 'WHO > WHAT FOR'], rows, width);
  return `${table}\n${rows.length} people in the world with seed ${world.seed}. More about one: payrig world --user KEY\n`;
}

/** The magic logins and answers as data. */
export function magicAsData(): object {
  return {
    user_names: magicLogins.map(({ userName, effect }) => ({ user_name: userName, effect })),
    mfa_answers: magicAnswers.map(({ answer, effect }) => ({ mfa: answer, effect })),
  };
}

/** The magic logins and answers as tables. */
export function magicAsText(width: number): string {
  const names = magicLogins.map(({ userName, effect }) => [userName, effect]);
  const answers = magicAnswers.map(({ answer, effect }) => [answer, effect]);
  return [
    textTable(['USER NAME', 'WHAT THE PROVIDER DOES'], names, width),
    textTable(['MFA ANSWER', 'WHAT THE PROVIDER DOES'], answers, width),
    'Anything after a plus is ignored, to tell parallel tests apart: mfa+run7 does what mfa does.\n',
  ].join('\n');
}
