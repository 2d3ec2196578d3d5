const filter = document.querySelector('#filter');
const toggles = [...document.querySelectorAll('.toggle input')];
const rows = [...document.querySelectorAll('.clauses tbody tr')];
const articles = [...document.querySelectorAll('article.failure')];
const shown = document.querySelector('#shown');

function refresh() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const unwanted = new Set(toggles.filter((one) => !one.checked).map((one) => one.value));
  const fits = (node) => words.every((word) => node.dataset.search.toLowerCase().includes(word));
  for (const row of rows) {
    const { verdict, path } = row.dataset;
    row.hidden = unwanted.has(verdict) || unwanted.has(path) || !fits(row);
  }
  for (const article of articles) article.hidden = !fits(article);
  // A fold opens for what the filter finds in it.
  for (const fold of document.querySelectorAll('.also')) {
    fold.hidden = fold.querySelector('article:not([hidden])') === null;
    fold.open = words.length > 0;
  }
  const count = rows.filter((row) => !row.hidden).length;
  shown.textContent = count === rows.length ? '' : `${count} of ${rows.length}`;
}

filter.addEventListener('input', refresh);
for (const toggle of toggles) toggle.addEventListener('change', refresh);

document.addEventListener('click', async (event) => {
  const button = event.target.closest('.copy');
  if (button) {
    const text = button.previousElementSibling.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  }
  // A square leads to a row that the filter may be hiding, a counter to the rows that it counts.
  const link = event.target.closest('.square, .card a');
  if (link) {
    filter.value = '';
    const verdicts = toggles.filter((one) => !one.closest('.path')).map((one) => one.value);
    const isCounter = verdicts.includes(link.dataset.only);
    for (const toggle of toggles)
      toggle.checked = !isCounter || !verdicts.includes(toggle.value) || toggle.value === link.dataset.only;
    refresh();
  }
});
