export function print(json: boolean | undefined, data: object, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : text());
}
