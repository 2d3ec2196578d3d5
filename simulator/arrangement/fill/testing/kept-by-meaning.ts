import { expect } from 'vitest';
import { readInstant } from '../../../domain/instant.ts';

const instants =
  /^(created_at|date_of_birth|start_date|leave_date|pay_date|pay_interval_(start|end)|start|end)$/;
const calendarDays = /^(date|start_date|end_date)$/;
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Expects that a result says whatever was given: by meaning where there is a format, to the letter elsewhere. */
export function expectKept(
  given: unknown,
  result: unknown,
  path: string,
  except: ReadonlySet<string> = new Set(),
): void {
  if (except.has(path)) return;
  if (Array.isArray(given)) {
    expect(result, path).toHaveLength(given.length);
    for (const [index, item] of given.entries()) {
      expectKept(item, (result as unknown[])[index], `${path}.${index}`, except);
    }
    return;
  }
  if (typeof given === 'object' && given !== null) {
    for (const [name, value] of Object.entries(given)) {
      expectKept(
        value,
        (result as Record<string, unknown>)[name],
        path === '' ? name : `${path}.${name}`,
        except,
      );
    }
    return;
  }
  expect(meaning(path, result), path).toEqual(meaning(path, given));
}

function meaning(path: string, value: unknown): unknown {
  const name = path.split('.').at(-1) ?? '';
  if (value === null || typeof value === 'boolean') return value;
  if (name === 'phone')
    return String(value).replace(/\D/g, '') === '' ? null : Number(String(value).replace(/\D/g, ''));
  if (isDay(value) && calendarDays.test(name)) return readInstant(value as string);
  if (instants.test(name)) return readInstant(String(value));
  if (/(^|_)id$/.test(name) && !/external|income_id/.test(name)) return String(value).toLowerCase();
  const number = Number(String(value).replaceAll(',', ''));
  return Number.isNaN(number) || String(value).trim() === '' ? value : number;
}
