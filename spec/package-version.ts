import { readFileSync } from 'node:fs';

export function packageVersion(): string {
  // package.json stands one folder up from here in a clone, two from the built file.
  for (const place of ['../package.json', '../../package.json']) {
    try {
      return JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')).version;
    } catch {
      // Not this one.
    }
  }
  return 'unknown';
}
