import type { ProgressEvent } from '../../conformance/run.ts';

type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** One line that tells how far a run is, rewritten in place on a terminal and silent elsewhere. */
export function progressLine(terminal: Terminal): {
  onProgress: (event: ProgressEvent) => void;
  end: () => void;
} {
  let total = 0;
  let done = 0;
  let failed = 0;
  let phase = '';
  const show = (detail: string): void => {
    if (!terminal.isTTY) return;
    const failures = failed > 0 ? `, ${failed} failed` : '';
    const text = `${phase} ${total > 0 ? `${done}/${total}${failures} ` : ''}${detail}`;
    terminal.write(`\r\x1b[2K${text.slice(0, Math.max(10, (terminal.columns ?? 80) - 1))}`);
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
      if (terminal.isTTY) terminal.write('\r\x1b[2K');
    },
  };
}
