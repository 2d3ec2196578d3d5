import type { ProgressEvent } from '../conformance/run.ts';

type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** Shows how far a run is: one line rewritten in place on a terminal, or a line every few seconds in a log. */
export function progressLine(
  terminal: Terminal,
  everyMs = 5000,
): { onProgress: (event: ProgressEvent) => void; end: () => void } {
  let total = 0;
  let done = 0;
  let failed = 0;
  let phase = '';
  let detail = '';
  const text = (): string => {
    const failures = failed > 0 ? `, ${failed} failed` : '';
    return `${phase} ${total > 0 ? `${done}/${total}${failures} ` : ''}${detail}`.trimEnd();
  };
  const timer = terminal.isTTY
    ? undefined
    : setInterval(() => phase !== '' && terminal.write(`${text()}\n`), everyMs).unref();
  const show = (next: string): void => {
    detail = next;
    if (terminal.isTTY)
      terminal.write(`\r\x1b[2K${text().slice(0, Math.max(10, (terminal.columns ?? 80) - 1))}`);
  };
  return {
    onProgress(event) {
      if (event.kind === 'phase') {
        ({ phase, total } = event);
        done = 0;
        show('');
      } else if (event.kind === 'start') show(event.clause);
      else {
        done++;
        if (event.kind === 'clause' && event.result.verdict === 'fail') failed++;
        show(event.kind === 'point' ? event.result.point : event.result.clause);
      }
    },
    end() {
      clearInterval(timer);
      if (terminal.isTTY) terminal.write('\r\x1b[2K');
    },
  };
}

/** Reads a line of progress; undefined when it is another kind of line. */
export function readProgress(line: string) {
  const found = /^(preflight|learn|check|clean-up)(?: (\d+)\/(\d+)(?:, (\d+) failed)?)?(?: (\S+))?$/.exec(
    line,
  );
  if (!found) return undefined;
  const [, phase = '', done, total, failed, detail] = found;
  return { phase, done: Number(done ?? 0), total: Number(total ?? 0), failed: Number(failed ?? 0), detail };
}
