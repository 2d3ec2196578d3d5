export function ibanOf(bankCode: string, sortCode: string, accountNumber: string): string {
  const account = bankCode + sortCode.replaceAll('-', '') + accountNumber;
  if (!/^[A-Z]{4}\d{14}$/.test(account))
    throw new RangeError(`Not a bank code, sort code and account: ${account}`);
  return `GB${String(98 - remainder97(`${account}GB00`)).padStart(2, '0')}${account}`;
}

export const hasRightCheckDigits = (iban: string): boolean =>
  remainder97(iban.slice(4) + iban.slice(0, 4)) === 1;

/** The remainder by 97 of a text read as a number, letters as 10 to 35; step by step, as it is too long to hold. */
function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
