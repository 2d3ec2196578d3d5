import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { lazy } from '../../spec/lazy.ts';

export type Guide = { path: string; title: string; text: string };

/** The first place that there is: the package has the folder one level further up than a clone. */
const placeOf = (name: string): URL | undefined =>
  ['../../', '../../../']
    .map((up) => new URL(`${up}${name}`, import.meta.url))
    .find((url) => existsSync(url));

const guide = (path: string, at: URL): Guide => {
  const text = readFileSync(at, 'utf8');
  return { path, text, title: /^# (.+)$/m.exec(text)?.[1] ?? path };
};

/** The files of `docs/`; undefined where the package was stripped of them. */
export const docsFolder: () => { url: URL; files: readonly string[] } | undefined = lazy(() => {
  const url = placeOf('docs/');
  const files = url ? readdirSync(url, { recursive: true, encoding: 'utf8' }) : [];
  return url && { url, files: files.map((path) => path.replaceAll('\\', '/')).sort() };
});

export const guides: () => readonly Guide[] = lazy(() => {
  const readme = placeOf('README.md');
  const { url, files = [] } = docsFolder() ?? {};
  return [
    ...(readme ? [guide('overview.md', readme)] : []),
    ...files.filter((path) => path.endsWith('.md')).map((path) => guide(path, new URL(path, url))),
  ];
});

function summaryOf({ text }: Guide): string {
  const paragraph = text.split(/\n\s*\n/).find((block) => !/^\s*([#!<|]|```|- )/.test(block)) ?? '';
  const plain = paragraph
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)|^\*\*Decision\.\*\* |\*\*/g, '$1');
  return /^.+?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
}

/** An index for language models (https://llmstxt.org): what there is, one line a page. */
export function llmsText(base: string): string {
  const link = (page: Guide) => `- [${page.title}](${base}/docs/${page.path}): ${summaryOf(page)}`;
  const text = readFileSync(new URL('./llms.txt', import.meta.url), 'utf8');
  return text.replaceAll('{base}', base).replace('{guides}', () => guides().map(link).join('\n'));
}

export const llmsFullText = (): string =>
  guides()
    .map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`)
    .join('\n');
