import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const elsewhere = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of this machine: what PAYRIG_CHROMIUM names, else the first of the usual names; undefined for none. */
export function findChromium(): string | undefined {
  const named = process.env['PAYRIG_CHROMIUM'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  return places.find((place) => existsSync(place));
}

let shared: Promise<Browser> | undefined;

/** One browser for all test files of a process; it ends with the process. */
export const sharedChromium = (executablePath: string): Promise<Browser> => {
  shared ??= launchChromium(executablePath);
  return shared;
};

/** A browser that calls no other host. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      // A process of its own for what is drawn takes a third more of the processor.
      '--in-process-gpu',
      // Every new window makes pages for the suggestions of an address bar that no test opens: a second of processor time.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
