import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject, type Json, type JsonObject, mapValues } from '../json.ts';
import type { AnyOperationId } from '../operations.ts';
import type { Points } from '../profile.ts';

/** What every step of a journey has. Values that begin with `$` are runtime expressions, as Arazzo writes them. */
type StepBase = {
  id: string;
  does: string;
  path?: Record<string, string>;
  body?: JsonObject;
  /** A user's token, for calls that the user makes. */
  token?: string;
  /** What has to be true of the answer beyond its status. */
  holds?: readonly string[];
  /** What later steps need of the answer: a JSON pointer each. */
  keeps?: Record<string, string>;
  /** What is asked for comes a moment later: ask again until it is there. */
  waits?: boolean;
};

export type CallStep = StepBase & { operation: AnyOperationId; refusedBy?: StatusPoint };
type StatusPoint = { [Id in keyof Points]: Points[Id] extends number ? Id : never }[keyof Points];

/** A step that uploads a PDF with these lines to an address from an earlier answer. */
type UploadStep = StepBase & { put: string; lines: readonly string[] };

export type Step = CallStep | UploadStep;

/** Something that people really do with the service, from the first call to the last. */
export type Journey = { id: string; title: string; steps: readonly Step[] };

export const journeys: readonly Journey[] = parse(
  readFileSync(new URL('./journeys.yaml', import.meta.url), 'utf8'),
);

/** A PDF of one page with lines of text; plain ASCII, so that every tool can send it. */
export function plainPdf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 14 TL 50 780 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Every text of a step's body in which a runtime expression stands, replaced by what `replace` says. */
export function replaceExpressions(value: Json, replace: (expression: string) => Json): Json {
  if (typeof value === 'string') return value.startsWith('$') ? replace(value) : value;
  if (Array.isArray(value)) return value.map((item) => replaceExpressions(item, replace));
  if (!isObject(value)) return value;
  return mapValues(value, (child) => replaceExpressions(child, replace));
}
