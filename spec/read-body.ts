type Limits = { most?: number; withinMs?: number };

const MEGABYTE = 1024 * 1024;

/** A body from elsewhere, with a limit after decompression and a deadline, since a drip of bytes has no end. */
export async function bodyBytes(
  { body }: Pick<Response, 'body'>,
  { most = 32 * MEGABYTE, withinMs = 30_000 }: Limits = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = `the body was not whole within ${withinMs / 1000} s`;
    timer = setTimeout(() => reject(new Error(text)), withinMs);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      size += value.length;
      if (size > most) throw new Error(`the body has more than ${most / MEGABYTE} MB`);
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export const bodyText = async (message: Pick<Response, 'body'>, limits?: Limits): Promise<string> =>
  new TextDecoder().decode(await bodyBytes(message, limits));
