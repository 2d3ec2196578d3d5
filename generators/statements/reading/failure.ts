/** Why a file could not be read, for programs (`code`) and for people (`reason`). */
export type ReadingFailure = { ok: false; code: FailureCode; reason: string };

const reasons = {
  empty: 'The file is empty.',
  'not-a-pdf': 'The file is not a PDF: it does not begin with a PDF header.',
  truncated: 'The PDF is cut short: its end is missing.',
  encrypted: 'The PDF is encrypted and opens only with a password.',
  damaged: 'The PDF is damaged and cannot be read.',
  'too-large': 'The file is larger than a statement may be.',
  'too-many-pages': 'The PDF has more pages than a statement may have.',
  'too-much-text': 'The PDF holds more text than a statement may hold.',
  'no-text': 'The PDF holds no text to read; it may be a scanned picture.',
  'no-reader': 'The PDF could not be read here: the library that reads it does not load.',
  'too-much-memory': 'Reading the PDF took too much memory and was given up.',
  'out-of-time': 'Reading the PDF took too long and was given up.',
};

export type FailureCode = keyof typeof reasons;

export const failure = (code: FailureCode): ReadingFailure => ({ ok: false, code, reason: reasons[code] });
