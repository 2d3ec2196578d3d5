import { isObject } from '../../../spec/json.ts';
import { headerOf } from '../../../spec/webhooks/seal.ts';
import { type Exchange, isSuccess } from '../../target/exchange.ts';
import { fieldsOf, readJson } from '../../target/read-json.ts';
import type { TraceStep } from './trace.ts';

type Place = { readonly name: string; readonly value: unknown };

/** What is odd about an answer, as far as it shows by itself and beside the other steps: each line names a known mistake. */
export function answerLines(exchange: Exchange, steps: readonly TraceStep[]): string[] {
  if (!isSuccess(exchange)) return [];
  const body = readJson(exchange.text);
  const places = placesIn(body);
  return [
    ...credentialLines(exchange, steps),
    ...nameLines(body, places),
    ...pageLines(exchange, body),
    ...filterLines(exchange, steps),
    ...moneyLines(places),
    ...timeLines(places),
  ];
}

function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, held]) => [{ name, value: held }, ...placesIn(held)]);
}

const money =
  /^(gross_pay|net_pay|base_salary|bonus|\w+_pay_total|amount|total_\w+|income_tax|employee_\w+|loan_deductions|income|tax_paid|cost_of_living|housing|total)$/;
const counted = 'total_count';

function moneyLines(places: readonly Place[]): string[] {
  const amounts = places.filter(({ name }) => money.test(name) && name !== counted);
  const found = amounts.find(({ value }) => typeof value === 'number');
  const where = 'so they are in webhook payloads, and strings in answers';
  return found ? [`amounts are numbers, such as ${found.name} ${found.value}: ${where}`] : [];
}

const instant =
  /^(created_at|date_of_birth|recurring_check_end_date|latest_pay_date|pay_date|pay_interval_\w+|leave_date)$/;

function timeLines(places: readonly Place[]): string[] {
  for (const { name, value } of places) {
    if (!instant.test(name) || value === null) continue;
    if (typeof value === 'number') return [`${name} is a number: time since 1970, and no ISO 8601 text`];
    const text = String(value);
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return [`${name} is "${text}": a day without a time`];
    if (/T[\d:.]+$/.test(text))
      return [`${name} is "${text}": it has no time zone, so the instant is unknown`];
    if (/[+-]\d\d:?\d\d$/.test(text)) return [`${name} is "${text}": an offset, where answers have a Z`];
    if (/T\d\d:\d\d(:\d\d)?Z$/.test(text)) return [`${name} is "${text}": it has no milliseconds`];
  }
  return [];
}

function nameLines(body: unknown, places: readonly Place[]): string[] {
  if (isObject(body) && Object.keys(body).length === 1 && isObject(body['data']))
    return ['the body is wrapped in "data"'];
  const camel = places.find(({ name }) => /^[a-z]+([A-Z][a-z]+)+$/.test(name));
  const snake = places.some(({ name }) => /^[a-z]+(_[a-z]+)+$/.test(name));
  return camel && !snake ? [`names are in camel case, such as ${camel.name}`] : [];
}

const listIn = (body: unknown): readonly unknown[] | undefined =>
  Object.values(fieldsOf(body)).find((one) => Array.isArray(one));

/** A page beside the limit that was asked for and the counts that it gives. */
function pageLines({ request }: Exchange, body: unknown): string[] {
  const items = listIn(body);
  const { pagination } = fieldsOf(body);
  if (!items || !isObject(pagination)) return [];
  const lines: string[] = [];
  const limit = Number(queryOf(request.url).get('limit') ?? Number.NaN);
  const total = Number(pagination[counted]);
  if (items.length === limit + 1) lines.push(`the page holds ${items.length}, one more than the limit`);
  if (items.length === limit - 1 && total > items.length)
    lines.push(`the page holds ${items.length}, one fewer than the limit, though there are ${total}`);
  if (pagination['count'] === total && total !== items.length)
    lines.push('count is the number of all, and not of those on the page');
  if (total === items.length && items.length === limit)
    lines.push('total_count is the number of those on the page');
  return lines;
}

const queryOf = (url: string): URLSearchParams => new URL(url, 'http://deployment').searchParams;
const paging = new Set(['offset', 'limit']);

/** The same list asked for twice, once without a filter. */
function filterLines(exchange: Exchange, steps: readonly TraceStep[]): string[] {
  const filters = [...queryOf(exchange.request.url)].filter(([name]) => !paging.has(name));
  if (filters.length === 0 || (listIn(readJson(exchange.text))?.length ?? 0) === 0) return [];
  const pathOf = (url: string): string => new URL(url, 'http://deployment').pathname;
  const others = steps.flatMap((step) => (step.kind === 'request' ? [step.exchange] : []));
  const twin = others.some(
    (other) =>
      other !== exchange &&
      pathOf(other.request.url) === pathOf(exchange.request.url) &&
      [...queryOf(other.request.url)].every(([name]) => paging.has(name)) &&
      other.text === exchange.text,
  );
  const named = filters.map(([name]) => name).join(' and ');
  return twin ? [`the answer is the same as without ${named}: the filter does nothing`] : [];
}

/** Whose credential it was, beside what was asked for. */
function credentialLines({ request, operation }: Exchange, steps: readonly TraceStep[]) {
  const [key, authorization] = ['X-API-KEY', 'Authorization'].map((name) => headerOf(request.headers, name));
  if (operation === undefined || operation === 'signInMember') return [];
  if (key === undefined && authorization === undefined) return ['it was answered without any credential'];
  const token = authorization?.replace(/^Bearer /, '');
  const arranged = steps.filter((step) => step.kind === 'arranged');
  const holder = arranged.find(({ call, made }) => call === 'tokenFor' && made === token)?.given[0];
  const { account_id = Number.NaN } = fieldsOf(readJson(String(request.body ?? '')));
  const isOfAccount = (made: unknown): boolean => fieldsOf(made)['account_id'] === account_id;
  const owner = arranged.find(({ call, made }) => call === 'linkAccount' && isOfAccount(made))?.given[0];
  return holder !== undefined && owner !== undefined && holder !== owner
    ? [`the token is that of user ${holder}, and the account that of user ${owner}`]
    : [];
}
