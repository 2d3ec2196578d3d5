import type { ProgressEvent } from '../../conformance/index.ts';
import type { ClauseResult } from '../../conformance/judgement/result.ts';
import { clipped, printable } from '../../conformance/target/printable.ts';
import type { Run } from '../../spec/types.ts';

type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** One bar rewritten in place on a terminal, or a line every few seconds in a log; failures as they are found. */
export function progressLine(terminal: Terminal, everyMs = 5000) {
  let total = 0;
  let done = 0;
  let failed = 0;
  let phase = '';
  let detail = '';
  let logged = '';
  const text = (): string => {
    const failures = failed > 0 ? `, ${failed} failed` : '';
    return `${phase} ${total > 0 ? `${bar()}${done}/${total}${failures} ` : ''}${detail}`.trimEnd();
  };
  const bar = (): string => {
    const full = Math.floor((20 * done) / total);
    return terminal.isTTY ? `${'█'.repeat(full)}${'░'.repeat(20 - full)} ` : '';
  };
  const log = (): void => {
    if (text() !== logged) terminal.write(`${text()}\n`);
    logged = text();
  };
  const timer = terminal.isTTY ? undefined : setInterval(log, everyMs).unref();
  const show = (next: string): void => {
    detail = next;
    if (terminal.isTTY)
      terminal.write(`\r\x1b[2K${text().slice(0, Math.max(10, (terminal.columns ?? 80) - 1))}`);
  };
  return {
    onProgress(event: ProgressEvent): void {
      if (event.kind === 'phase') {
        // One count for the whole run, which only grows.
        phase = event.phase;
        total = Math.max(total, event.total);
        show('');
      } else if (event.kind === 'start') show(event.clause);
      else if (event.kind === 'note') terminal.write(`${terminal.isTTY ? '\r\x1b[2K' : ''}${event.text}\n`);
      else {
        done++;
        if (event.kind === 'clause') {
          const { verdict, baseline } = event.result;
          if (verdict === 'fail' && baseline !== 'known') failed++;
          if (verdict !== 'pass' && verdict !== 'skip')
            terminal.write(`${terminal.isTTY ? '\r\x1b[2K' : ''}${foundLine(event.result)}\n`);
        }
        show(event.kind === 'point' ? event.result.point : event.result.clause);
      }
    },
    end(): void {
      clearInterval(timer);
      if (terminal.isTTY) terminal.write('\r\x1b[2K');
    },
  };
}

function foundLine({ clause, verdict, failure, error, baseline }: ClauseResult): string {
  const known = baseline === 'known' ? ' (known)' : '';
  const cause =
    failure?.diagnosis?.[0] ??
    (failure ? `expected ${clipped(failure.expected, 100)}, got ${failure.actual}` : error?.message);
  const text = clipped((cause ?? '').replaceAll('\n', ' '), 200);
  return printable(`${verdict.toUpperCase()} ${clause}${known}: ${text}`);
}

const progressText =
  /^(preflight|learn|check|clean-up|watch)(?: (\d+)\/(\d+)(?:, (\d+) failed)?)?(?: (exchanges: \d+, deliveries: \d+|[^\s{]\S*))?(?: (\{.*\}))?$/;

export function readProgress(line: string) {
  const found = progressText.exec(line);
  if (!found) return undefined;
  const [, phase = '', done, total, failed, detail, watched] = found;
  const watch =
    watched === undefined ? undefined : (JSON.parse(watched) as NonNullable<Run['progress']>['watch']);
  const counts = { done: Number(done ?? 0), total: Number(total ?? 0), failed: Number(failed ?? 0) };
  return { phase, ...counts, detail, ...(watch && { watch }) };
}
