/** One of a layout's colours for this bank: the same name always wears the same. */
export function colourOf(bankName: string, colours: readonly string[]): string {
  let sum = 7;
  for (const char of bankName) sum = (sum * 31 + char.codePointAt(0)!) % 65_521;
  return colours[sum % colours.length]!;
}
