import type { getResolvedPDFJS } from 'unpdf';

type Pdfjs = Awaited<ReturnType<typeof getResolvedPDFJS>>;

/** The PDF library, loaded when the first file comes: it is large, and most runs read none. */
export async function loadPdfjs(): Promise<Pdfjs> {
  const { getResolvedPDFJS } = await import('unpdf');
  return getResolvedPDFJS();
}
