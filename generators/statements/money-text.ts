/** Pence as plain text: -123450 is "-1234.50". */
export function plainText(pence: number): string {
  const sign = pence < 0 ? '-' : '';
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Pence as statements print them: -123450 is "-1,234.50". */
export function groupedText(pence: number): string {
  return plainText(pence).replace(/\B(?=(\d{3})+\.)/g, ',');
}
