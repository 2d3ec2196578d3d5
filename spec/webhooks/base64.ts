/**
 * Decodes Base64 in its one canonical form (padded, no white space, no stray bits), else gives undefined.
 *
 * Node's own decoder skips what it does not know, so a changed text could stand for the same bytes.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
