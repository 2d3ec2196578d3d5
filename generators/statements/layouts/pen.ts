import type PDFDocument from 'pdfkit';

export type TextStyle = { font?: string; size?: number; colour?: string };

/** Draws single lines of text at exact places, so that nothing depends on a cursor. */
export type Pen = {
  doc: PDFKit.PDFDocument;
  left(text: string, x: number, y: number, style?: TextStyle): void;
  /** Ends at `x`; in smaller letters when it would be wider than `width`. */
  right(text: string, x: number, y: number, style?: TextStyle, width?: number): void;
  centre(text: string, x: number, y: number, style?: TextStyle): void;
  /** Left-aligned, in smaller letters when it would be wider than `width`. */
  fitted(text: string, x: number, y: number, width: number, style?: TextStyle): void;
  width(text: string, style?: TextStyle): number;
};

export type Document = InstanceType<typeof PDFDocument>;

/** A pen whose style falls back to the layout's own letters. */
export function penFor(doc: Document, base: Required<TextStyle>): Pen {
  // Measuring happens before there is a page to set a colour on.
  const letters = (style: TextStyle = {}) =>
    doc.font(style.font ?? base.font).fontSize(style.size ?? base.size);
  const width = (text: string, style?: TextStyle) => letters(style).widthOfString(text);
  const putAt = (text: string, x: number, baseline: number, style: TextStyle = {}) => {
    if (text === '') return;
    letters(style).fillColor(style.colour ?? base.colour);
    doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  };
  // Letters shrunk to fit stand on the same baseline as their neighbours.
  const baselineOf = (y: number, style: TextStyle = {}) => y + (style.size ?? base.size) * 0.72;
  const shrunk = (text: string, room: number, style: TextStyle = {}): TextStyle => {
    const wide = width(text, style);
    return wide > room ? { ...style, size: ((style.size ?? base.size) * room) / wide } : style;
  };
  return {
    doc,
    width,
    left: (text, x, y, style) => putAt(text, x, baselineOf(y, style), style),
    right: (text, x, y, style, room = Number.POSITIVE_INFINITY) => {
      const fitting = shrunk(text, room, style);
      putAt(text, x - width(text, fitting), baselineOf(y, style), fitting);
    },
    centre: (text, x, y, style) => putAt(text, x - width(text, style) / 2, baselineOf(y, style), style),
    fitted: (text, x, y, room, style) => putAt(text, x, baselineOf(y, style), shrunk(text, room, style)),
  };
}

/** One of a layout's colours for this bank: the same name always wears the same. */
export function colourOf(bankName: string, colours: readonly string[]): string {
  let sum = 7;
  for (const char of bankName) sum = (sum * 31 + char.codePointAt(0)!) % 65_521;
  return colours[sum % colours.length]!;
}
