import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../../spec/html.ts';

export type DocsPage = { text: string; contentSecurityPolicy: string };

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A page that loads nothing from another host: its styles and its script stand in it, and no other script may run. */
export function framed(title: string, body: Html, styles: readonly string[], scripts: readonly string[]) {
  const style = ['../../spec/design-tokens.css', ...styles.map((name) => `styles/${name}.css`)].map(asset);
  const script = scripts.map(asset).join('');
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<style>${new Html(style.join(''))}</style></head><body>
${body}
<script>${new Html(script)}</script></body></html>
`;
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    text: page.text,
    contentSecurityPolicy: `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
