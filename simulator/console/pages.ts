import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html } from '../../spec/html.ts';
import { lazyLoad } from '../../spec/lazy.ts';
import { type RouteHandler, sendFile } from '../http/outcome.ts';
import type { Routes } from '../http/routes.ts';

type ConsoleAssets = { script: string; style: string };

const here = (name: string): URL => new URL(name, import.meta.url);

/** Bundles the console; needs esbuild, which a clone has and the published package does not need. */
export async function bundleConsole(): Promise<ConsoleAssets> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: ['browser/app.tsx', 'styles/console.css'].map((name) => fileURLToPath(here(name))),
    outdir: '.',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return { script: outputFiles[0]!.text, style: outputFiles[1]!.text };
}

/** What the page gives the console at its start; the console calls the API for all else. */
export type ConsoleOptions = {
  /** Keys that are public; the user types in others. */
  apiKeys: readonly string[];
  needsSandboxKey: boolean;
};

/** Nothing from another host, no script or style but our own, and no text that becomes markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  // A statement, in the browser's own reader of PDFs, which the page fetched with its key; a report, which has no origin.
  "frame-src blob: 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const always = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** Adds the console: one page at every address of its own, and the two files that it loads. */
export function addConsole(routes: Routes, options: ConsoleOptions): void {
  const loaded = lazyLoad(load);
  const headers = { ...always, 'Cache-Control': 'no-cache' };
  const file = (type: string, part: keyof ConsoleAssets): RouteHandler => {
    return async (_request, response) => sendFile(response, type, (await loaded())[part], headers);
  };
  routes.add('/console/assets/console.js', { GET: file('text/javascript', 'script') });
  routes.add('/console/assets/console.css', { GET: file('text/css', 'style') });
  const page: RouteHandler = (_request, response) =>
    sendFile(response, 'text/html', shell(options), { ...always, 'Content-Security-Policy': policy });
  for (const path of ['/', '/console', '/console/', '/console/{address*}']) routes.add(path, { GET: page });
}

/** The published package carries the files; in a clone they are built at the first request. */
async function load(): Promise<ConsoleAssets> {
  const built = (name: string) => readFile(here(`built/${name}`), 'utf8');
  try {
    return { script: await built('console.js'), style: await built('console.css') };
  } catch {
    return bundleConsole();
  }
}

const shell = (options: ConsoleOptions): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payrig console</title><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<meta name="payrig" content="${JSON.stringify(options)}">
<link rel="stylesheet" href="/console/assets/console.css"><script type="module" src="/console/assets/console.js"></script></head>
<body><div id="console"><p class="loading">The console loads…</p></div>
<noscript><p class="loading">The console needs JavaScript. Everything in it can be done by calls as well: see <a href="/docs">the contract</a>.</p></noscript></body></html>
`.text;
