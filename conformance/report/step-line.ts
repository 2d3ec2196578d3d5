import type { FailureReport, ReportedStep } from '../judgement/result.ts';
import { clipped } from '../target/printable.ts';

const short = (text: string): string => clipped(text, 120);

/** A failure for the reports of pipelines: the likely cause, what was expected and what came, and the whole story. */
export const failureLines = ({ whole, counterexample, diagnosis = [], ...failure }: FailureReport) => [
  ...diagnosis.map((line) => `it seems  ${line}`),
  `expected  ${failure.expected}`,
  `actual    ${failure.actual}`,
  ...(counterexample === undefined ? [] : [`with      ${counterexample}`]),
  ...failure.steps.map((step, index) => `${String(index + 1).padStart(8)}. ${stepLine(step)}`),
  ...(whole ? [`all of it expected  ${whole.expected}`, `all of it actual    ${whole.actual}`] : []),
];

/** Arrangement calls whose names say too little. */
const plainCalls: Readonly<Record<string, (given: string) => string>> = {
  moveClock: (given) => `clock moved ${given}`,
  held: (given) => `looked for a user with ${given}`,
};

export function stepLine(step: ReportedStep): string {
  switch (step.kind) {
    case 'arranged': {
      const came = step.failed === undefined ? step.made : `failed: ${step.failed}`;
      const what =
        plainCalls[step.call]?.(short(step.given)) ?? `arranged ${step.call}(${short(step.given)})`;
      return came === undefined ? what : `${what} → ${short(came)}`;
    }
    case 'request': {
      const { method, url, requestBody = '', status } = step.exchange;
      const asked = `${method} ${url.replace(/^https?:\/\/[^/]+/, '')} ${short(requestBody)}`;
      return `${asked.trimEnd()} → ${status ?? 'no answer'}`;
    }
    case 'delivery': {
      const { method, path, body, decrypted, signature } = step.delivery;
      const verdict = signature?.given === signature?.computed ? 'right' : 'wrong';
      const isUnsigned = signature && signature.given === undefined;
      const signed = isUnsigned ? ', not signed' : signature ? `, signature ${verdict}` : '';
      return `delivery ${method} ${path}${signed}: ${short(decrypted ?? body)}`;
    }
    case 'left-out':
      return `left out: ${step.what}`;
  }
}
