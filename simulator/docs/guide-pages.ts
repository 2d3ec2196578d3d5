import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type Token } from 'marked';
import { Html, html } from '../../spec/html.ts';
import { lazy } from '../../spec/lazy.ts';
import { codePanel } from './curl.ts';
import { type DocsPage, framed } from './frame.ts';
import { docsFolder, type Guide, guides } from './guides.ts';

const repository = 'https://github.com/payrig/payrig/blob/main/';
const styles = ['base', 'layout', 'panels', 'guide', 'small-screens'];
const htmlOf = (path: string): string => path.replace(/\.md$/, '.html');
/** As GitHub names the headings of a file. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
/** A link of a guide as its page has it: to another page, to a file beside the pages, or to the repository. */
function target(href: string, { path }: Guide): string {
  if (/^(\w+:|#)/.test(href)) return href;
  const [file = '', ...anchor] = href.split(/(?=#)/);
  const from = path === 'overview.md' ? '' : posix.join('docs', posix.dirname(path));
  const named = posix.join(from, file);
  if (!/^(README\.md|docs\/.+\.\w+)$/.test(named)) return repository + named;
  const place = named === 'README.md' ? 'overview.md' : named.slice('docs/'.length);
  return posix.relative(posix.dirname(path), htmlOf(place)) + anchor.join('');
}

function rendered(guide: Guide): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      code: ({ text, lang }) => codePanel(lang || 'text', html`${text}`).text,
      // The marks of the tests, such as `run`.
      html: () => '',
    },
    walkTokens(token: Token) {
      if (token.type === 'link' || token.type === 'image') token['href'] = target(token['href'], guide);
    },
  });
  return marked.parse(guide.text, { async: false });
}

/** The pages in the groups and the order of docs/README.md; what is not listed there stands under the name of its folder. */
const groups: () => ReadonlyMap<string, ReadonlySet<Guide>> = lazy(() => {
  const found = new Map([['', new Set<Guide>()]]);
  const add = (group: string, path: string): void => {
    const guide = guides().find((one) => one.path === path);
    if (!guide || [...found.values()].some((pages) => pages.has(guide))) return;
    found.set(group, (found.get(group) ?? new Set<Guide>()).add(guide));
  };
  add('', 'overview.md');
  let group = '';
  const readme = guides().find(({ path }) => path === 'README.md');
  for (const line of readme?.text.split('\n') ?? []) {
    group = /^\| ([a-z][^|]*) \| \|$/.exec(line)?.[1] ?? group;
    for (const [, path = ''] of line.matchAll(/\]\(([^)]+)\)/g)) add(group, path);
  }
  for (const { path } of guides()) if (path.includes('/')) add(posix.dirname(path), path);
  return found;
});

/** One guide as a page with the list of all, a search and buttons that copy. `isServed` by a sandbox, or a file of a site. */
function guidePage(guide: Guide, isServed: boolean): DocsPage {
  const up = '../'.repeat(guide.path.split('/').length - 1);
  const item = (one: Guide): Html =>
    html`<a href="${up}${htmlOf(one.path)}"${one === guide && new Html(' class="here" aria-current="page"')}>${one.title}</a>`;
  const served = isServed && html`<a href="/">Console</a><a href="/docs">Contract</a>`;
  const body = html`<nav id="nav" data-up="${up}"><div class="brand"><a href="${up}overview.html"><b>Payrig</b> <span>Guides</span></a><button type="button" id="menu" aria-expanded="false" aria-controls="links">menu</button></div>
<input id="filter" type="search" placeholder="Search   /" aria-label="Search" autocomplete="off" spellcheck="false"><div id="links">
${served}${[...groups()].map(([name, pages]) => html`${name !== '' && html`<h2>${name}</h2>`}${[...pages].map(item)}`)}</div></nav>
<main id="top"><div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div><article class="guide">${new Html(rendered(guide))}</article></main>`;
  return framed(`${guide.title} · Payrig`, body, styles, ['menu-and-copy.js', 'guide-search.js']);
}

/** What the search looks through: every section of every guide, with its place. */
const searchIndex: () => string = lazy(() => {
  const sections: { at: string; page: string; heading: string; text: string }[] = [];
  for (const { path, title, text } of guides())
    for (const token of new Marked().lexer(text))
      if (token.type === 'heading') {
        const heading: string = token['text'];
        sections.push({ at: `${htmlOf(path)}#${anchorOf(heading)}`, page: title, heading, text: '' });
      } else if (sections.length > 0 && token.type !== 'html')
        sections.at(-1)!.text += token.raw.replaceAll(/^```\w*$|-{3,}|[`*|[]|\]\([^)]*\)|\s+/gm, ' ');
  return JSON.stringify(sections);
});

/** A file of the guides by its name in a site: a page, the search's index, or what stands beside the pages in `docs/`. */
export function guideFile(name: string, isServed: boolean) {
  const guide = guides().find(({ path }) => htmlOf(path) === name);
  if (guide) {
    const page = guidePage(guide, isServed);
    return { type: 'text/html', page, content: page.text };
  }
  if (name === 'search.json') return { type: 'application/json', content: searchIndex() };
  const markdown = guides().find(({ path }) => path === name)?.text;
  if (markdown !== undefined) return { type: 'text/markdown', content: markdown };
  const { url, files = [] } = docsFolder() ?? {};
  if (!/\.\w+$/.test(name) || !files.includes(name)) return undefined;
  const bytes = readFileSync(new URL(name, url));
  const type = { '.png': 'image/png', '.svg': 'image/svg+xml' }[posix.extname(name)];
  return type ? { type, content: bytes } : { type: 'text/plain', content: bytes.toString('utf8') };
}

export const siteFiles = (): string[] => [
  ...['index.html', 'search.json'],
  ...guides().map(({ path }) => htmlOf(path)),
  ...(docsFolder()?.files ?? []).filter((name) => /\.\w+$/.test(name) && !name.endsWith('.md')),
];
