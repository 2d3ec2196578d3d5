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

/** Every page of `docs/`, with the README first; none where the package was stripped of them. */
export const guides: () => readonly Guide[] = lazy(() => {
  const folder = placeOf('docs/');
  const readme = placeOf('README.md');
  const pages = folder ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return [
    ...(readme ? [guide('overview.md', readme)] : []),
    ...pages
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.md'))
      .sort()
      .map((path) => guide(path, new URL(path, folder))),
  ];
});

const summaryOf = ({ text }: Guide): string =>
  (/^(?![#!<|`\-\s])(.+(?:\n.+)*)/m.exec(text)?.[1] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1');

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
