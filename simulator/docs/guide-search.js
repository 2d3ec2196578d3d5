// The search of the guides: every section that has all the words, those with a word in a heading first, records last.
(() => {
  const nav = document.getElementById('nav');
  const filter = document.getElementById('filter');
  const found = document.getElementById('found');
  const article = document.querySelector('article.guide');
  const up = nav.dataset.up;
  let sections;

  const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  /** Words of a text that begin with one of these. */
  const beginning = (words) => new RegExp(`(?<!\\w)(${words.map(escaped).join('|')})`, 'gi');
  /** How often words begin so, up to three times; a whole word counts more. */
  const times = (text, word) => {
    const begins = text.match(beginning([word]))?.length ?? 0;
    return Math.min(3, begins) + (new RegExp(`(?<!\\w)${escaped(word)}(?!\\w)`, 'i').test(text) ? 2 : 0);
  };
  const scoreOf = ({ at, page, heading, text }, words) => {
    const scores = words.map((word) => 4 * times(heading, word) + 2 * times(page, word) + times(text, word));
    const weight = /^(decisions|figures)\//.test(at) ? 0.25 : 1;
    return scores.includes(0) ? 0 : weight * scores.reduce((sum, one) => sum + one, 0);
  };

  const element = (name, text, parent) => {
    const made = parent.appendChild(document.createElement(name));
    made.textContent = text;
    return made;
  };

  /** Some text around the longest word that it has, with the words marked. */
  const excerpt = (text, words, parent) => {
    const places = words
      .toSorted((a, b) => b.length - a.length)
      .map((word) => text.search(beginning([word])));
    const at = Math.max(0, (places.find((place) => place >= 0) ?? 0) - 60);
    const part = `${at > 0 ? '… ' : ''}${text.slice(at, at + 200)} …`;
    const line = parent.appendChild(document.createElement('p'));
    part.split(beginning(words)).forEach((piece, index) => {
      if (index % 2 === 1) element('mark', piece, line);
      else line.append(piece);
    });
  };

  const search = async () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0;
    article.hidden = words.length > 0;
    if (words.length === 0) return;
    sections ??= await (await fetch(`${up}search.json`)).json();
    const hits = sections
      .map((section) => ({ ...section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    found.replaceChildren();
    element('h1', hits.length === 0 ? 'No section has these words.' : `${hits.length} found`, found);
    for (const { at, page, heading, text } of hits.slice(0, 30)) {
      const link = found.appendChild(document.createElement('a'));
      link.href = `${up}${at}`;
      element('b', heading === page ? page : `${page}: ${heading}`, link);
      excerpt(text, words, link);
    }
    scrollTo(0, 0);
  };
  filter.addEventListener('input', search);
  const close = () => {
    filter.value = '';
    search();
  };
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  // A result on this very page does not load it anew.
  found.addEventListener('click', (event) => {
    if (event.target.closest('a')?.pathname === location.pathname) close();
  });
  nav.querySelector('.here')?.scrollIntoView({ block: 'nearest' });
})();
