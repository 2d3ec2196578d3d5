import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** A PDF of a few kilobytes whose page unpacks to this many megabytes of text: it is packed twice. */
export function zipBomb(megabytes: number): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(1 << 20, '0 '), { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([0x03, 0x00, 0, 0, 0, 0]);
  const once = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(megabytes).fill(block), end]);
  const content = deflateSync(once, { level: 9 });
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>',
  ].map((object, at) => Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`));
  const head = `4 0 obj\n<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`;
  const all = [
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from(head),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ];
  const offsets = [1, 2, 3, 4].map((at) => all.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = all.reduce((sum, { length }) => sum + length, 0);
  const tail = `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...all, Buffer.from(tail)]));
}
