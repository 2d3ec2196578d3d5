/** A run of letters with its place: `baseline` counts points downwards from the page's top. */
export type TextRun = { text: string; left: number; right: number; baseline: number; size: number };

export type TextPage = { height: number; runs: TextRun[] };

export type ReadingLimits = { maxBytes: number; maxPages: number; maxRuns: number };

export const defaultLimits: ReadingLimits = { maxBytes: 10_000_000, maxPages: 100, maxRuns: 200_000 };

const latin = new TextDecoder('latin1');

function fault(bytes: Uint8Array, limits: ReadingLimits): FailureCode | undefined {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > limits.maxBytes) return 'too-large';
  if (!latin.decode(bytes.subarray(0, 1024)).includes('%PDF-')) return 'not-a-pdf';
  // The library mends files without an end and would give back half a statement.
  if (!latin.decode(bytes.subarray(-1024)).includes('%%EOF')) return 'truncated';
  return undefined;
}

async function open(bytes: Uint8Array) {
  const { getDocument } = await loadPdfjs();
  return getDocument({
    // A copy: the library takes the memory it is given away from its owner.
    data: new Uint8Array(bytes),
    verbosity: 0,
    stopAtErrors: true,
    disableFontFace: true,
    // Letters are never drawn, so no font file has to be found, read or mended.
    useSystemFonts: true,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWasm: false,
  });
}

type OpenDocument = Awaited<Awaited<ReturnType<typeof open>>['promise']>;

/** Reads a page's text as it comes, so that an endless page is left after `room` runs. */
async function readPage(document: OpenDocument, number: number, room: number): Promise<TextPage> {
  const { Util } = await loadPdfjs();
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const reader = page.streamTextContent({ disableNormalization: true }).getReader();
  const runs: TextRun[] = [];
  while (runs.length <= room) {
    const { done, value } = await reader.read();
    if (done) return { height: viewport.height, runs };
    for (const item of value.items as PdfjsItem[]) {
      if (!item.str?.trim()) continue;
      const run = runOf(item, Util.transform(viewport.transform, item.transform));
      if (run) runs.push(run);
    }
  }
  await reader.cancel(new Error('more text than a statement holds'));
  return { height: viewport.height, runs };
}

type PdfjsItem = { str?: string; transform: number[]; width: number };

function runOf(item: PdfjsItem, [a = 0, b = 0, c = 0, d = 0, left = 0, baseline = 0]: number[]) {
  // Slanted text is a watermark, not content.
  if (Math.abs(b) > Math.abs(a) * 0.02) return undefined;
  const text = item.str!.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
  return { text, left, right: left + item.width, baseline, size: Math.hypot(c, d) };
}

async function readDocument(document: OpenDocument, limits: ReadingLimits) {
  if (document.numPages > limits.maxPages) return failure('too-many-pages');
  const pages: TextPage[] = [];
  let room = limits.maxRuns;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await readPage(document, number, room);
    room -= page.runs.length;
    if (room < 0) return failure('too-much-text');
    pages.push(page);
  }
  return room === limits.maxRuns ? failure('no-text') : { ok: true as const, pages };
}

/** The text of a PDF with its places, page by page; a file that cannot be read says why and never throws. */
export async function readText(bytes: Uint8Array, limits: ReadingLimits = defaultLimits) {
  const code = fault(bytes, limits);
  if (code !== undefined) return failure(code);
  const task = await open(bytes).catch(() => undefined);
  if (!task) return failure('no-reader');
  try {
    return await readDocument(await task.promise, limits);
  } catch (error) {
    return failure(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

/** The PDF library, loaded when the first file comes: it is large, and most runs read none. */
const loadPdfjs = async () => (await import('unpdf')).getResolvedPDFJS();

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
