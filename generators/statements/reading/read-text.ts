import { type FailureCode, failure, type ReadingFailure } from './failure.ts';
import { characterMaps, loadPdfjs } from './load-pdfjs.ts';

/** A run of letters with its place: `baseline` counts points downwards from the page's top. */
export type TextRun = { text: string; left: number; right: number; baseline: number; size: number };

export type TextPage = { height: number; runs: TextRun[] };

export type ReadingLimits = { maxBytes: number; maxPages: number; maxRuns: number };

export const defaultLimits: ReadingLimits = { maxBytes: 20_000_000, maxPages: 100, maxRuns: 200_000 };

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
    cMapUrl: characterMaps(),
    cMapPacked: true,
  });
}

type OpenDocument = Awaited<Awaited<ReturnType<typeof open>>['promise']>;

async function readPage(document: OpenDocument, number: number): Promise<TextPage> {
  const { Util } = await loadPdfjs();
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent({ disableNormalization: true });
  const runs: TextRun[] = [];
  for (const item of content.items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [a, b, c, d, left, baseline] = Util.transform(viewport.transform, item.transform) as number[];
    // Slanted text is a watermark, not content.
    if (Math.abs(b!) > Math.abs(a!) * 0.02) continue;
    const text = item.str.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
    const size = Math.hypot(c!, d!);
    runs.push({ text, left: left!, right: left! + item.width, baseline: baseline!, size });
  }
  page.cleanup();
  return { height: viewport.height, runs };
}

async function readDocument(document: OpenDocument, limits: ReadingLimits) {
  if (document.numPages > limits.maxPages) return failure('too-many-pages');
  const pages: TextPage[] = [];
  let runs = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await readPage(document, number);
    runs += page.runs.length;
    if (runs > limits.maxRuns) return failure('too-much-text');
    pages.push(page);
  }
  return runs === 0 ? failure('no-text') : { ok: true as const, pages };
}

/** The text of a PDF with its places, page by page; a file that cannot be read says why and never throws. */
export async function readText(
  bytes: Uint8Array,
  limits: ReadingLimits = defaultLimits,
): Promise<{ ok: true; pages: TextPage[] } | ReadingFailure> {
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
