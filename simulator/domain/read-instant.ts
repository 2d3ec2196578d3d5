const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[t\s](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:z|([+-])(\d{2})(?::?(\d{2}))?))?$/i;

const [firstInstant, lastInstant] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/**
 * The instant that a timestamp or plain date names; undefined when the service's format cannot write it down.
 *
 * It reads all that the contract lets through: leap seconds, small letters and short offsets, which `Date` does not.
 */
export function readInstant(text: string): number | undefined {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [
    ,
    day = '',
    hours = '0',
    minutes = '0',
    seconds = '0',
    fraction = '',
    sign,
    offsetHours,
    offsetMinutes,
  ] = found;
  const clock = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000;
  const thousandths = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const instant =
    Date.parse(`${day}T00:00:00.000Z`) + clock + thousandths - (sign === '-' ? -offset : offset);
  return instant >= firstInstant && instant <= lastInstant ? instant : undefined;
}
