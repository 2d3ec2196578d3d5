import type { Day } from '../calendar.ts';
import type { PayEvent } from '../pay/employment.ts';
import { nameOf, type Person } from './person.ts';
import { pensionDayOf } from './tax-status.ts';

type Ending = 'left-job' | 'redundancy' | 'retirement' | 'death';
type Turn = 'new-job' | 'pay-rise' | 'promotion' | 'moved' | 'parental-leave' | 'sick-leave';

export type LifeEvent = { on: Day; event: Ending | Turn; about: string };

const SPELLS: Partial<Record<PayEvent['kind'], LifeEvent['event']>> = {
  'pay-rise': 'pay-rise',
  parental: 'parental-leave',
  sick: 'sick-leave',
};

/** What happens to a person after one day and until another, in order. */
export function lifeEventsOf(person: Person, after: Day, until: Day): LifeEvent[] {
  const events = lives.get(person) ?? wholeLifeOf(person);
  lives.set(person, events);
  return events.filter(({ on }) => on > after && on <= until);
}

/** Each move of the clock asks for a part of the same lives, and to list one takes 40 µs. */
const lives = new WeakMap<Person, LifeEvent[]>();

/** All that ever happens to a person, in order; it follows from their jobs and homes. */
function wholeLifeOf(person: Person): LifeEvent[] {
  const events: LifeEvent[] = [];
  const add = (on: Day, event: LifeEvent['event'], about: string) => {
    if (on <= (person.died ?? on)) events.push({ on, event, about });
  };
  const firstDays = person.jobs.flatMap(({ employment: { type, start } }) =>
    type === 'pension' ? [] : start,
  );
  const pensionable = pensionDayOf(person.identity.dateOfBirth) ?? '9999';
  if (person.died !== null) add(person.died, 'death', nameOf(person));
  for (const { city, from } of person.homes) add(from, 'moved', city);
  for (const { key, employment } of person.jobs) {
    const { employer, role, start, leave, events: happenings } = employment;
    const about = `${role} at ${employer.name}`;
    if (employment.type !== 'pension') add(start, 'new-job', about);
    const hasNext = firstDays.some((day) => day > (leave ?? start));
    const retires = key !== 'second' && !hasNext && leave !== null && leave >= pensionable;
    const isLost = happenings.some(({ kind }) => kind === 'redundancy');
    const why = isLost ? 'redundancy' : retires ? 'retirement' : 'left-job';
    if (leave !== null && leave !== person.died) add(leave, why, about);
    for (const happening of happenings) {
      const isPromotion = happening.kind === 'pay-rise' && happening.role !== undefined;
      const event = isPromotion ? 'promotion' : SPELLS[happening.kind];
      const isDuring = 'from' in happening && happening.from >= start && happening.from <= (leave ?? '9999');
      if (event && isDuring)
        add(happening.from, event, isPromotion ? `${happening.role} at ${employer.name}` : about);
    }
  }
  return events.sort((a, b) => a.on.localeCompare(b.on));
}
