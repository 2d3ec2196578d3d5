import { createRequire } from 'node:module';

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let loaded: Promise<Pdfjs> | undefined;

// On import the library complains of missing canvas parts, and needs a matrix to exist; only drawing would use them.
async function importQuietly(): Promise<Pdfjs> {
  const { warn } = console;
  const scope = globalThis as { DOMMatrix?: unknown };
  const standIn = class {};
  scope.DOMMatrix ??= standIn;
  console.warn = (...words: unknown[]) => {
    if (!/^Warning: Cannot /.test(String(words[0]))) warn(...words);
  };
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    console.warn = warn;
    if (scope.DOMMatrix === standIn) delete scope.DOMMatrix;
  }
}

/** The PDF library, loaded when the first file comes: it is large, and most runs read none. */
export function loadPdfjs(): Promise<Pdfjs> {
  loaded ??= importQuietly();
  return loaded;
}

/** The folder of the library's character maps, which some documents from abroad need. */
export function characterMaps(): string {
  const root = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  return root.replace(/package\.json$/, 'cmaps/');
}
