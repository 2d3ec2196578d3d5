(() => {
  const nav = document.getElementById('nav');
  const filter = document.getElementById('filter');
  const none = document.getElementById('none');
  const links = [...nav.querySelectorAll('#links a')];
  const findable = [...document.querySelectorAll('[data-find]')];
  const headings = [...document.querySelectorAll('main .tag, main h3.area, #links h2, #links h3')];

  const narrow = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (text) => words.every((word) => text.includes(word));
    // A section is there for its own sake or for something in it.
    for (const one of findable) one.hidden = words.length > 0 && !matches(one.dataset.find);
    for (const one of findable) {
      const shown = one.querySelector('[data-find]:not([hidden])');
      if (one.hidden && shown) one.hidden = false;
      else if (!one.hidden && words.length > 0 && !shown) {
        for (const inner of one.querySelectorAll('[data-find]')) inner.hidden = false;
      }
    }
    for (const link of links) {
      if (link.hash === '') continue;
      const target = document.getElementById(link.hash.slice(1));
      link.hidden = words.length > 0 && (target?.id === 'top' || (target?.hidden ?? false));
    }
    for (const heading of headings) heading.hidden = words.length > 0;
    none.hidden = words.length === 0 || findable.some((one) => !one.hidden);
  };
  filter.addEventListener('input', () => {
    narrow();
    scrollTo(0, 0);
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && filter.value !== '') {
      filter.value = '';
      narrow();
    }
  });

  // A link into something that is filtered away or folded shows it.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) {
      filter.value = '';
      narrow();
    }
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);

  // A request of the page's own, to this very sandbox, with the key that its reader gave.
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('.try');
    if (!button) return;
    const { method, path, body } = button.dataset;
    const panel = button.parentElement;
    const answer = panel.querySelector('.answer') ?? panel.appendChild(document.createElement('pre'));
    Object.assign(answer, { className: 'answer', tabIndex: 0, role: 'status', textContent: '…' });
    const keyOf = (id) => document.getElementById(id)?.value ?? '';
    const headers = { 'X-API-KEY': keyOf('try-key'), 'X-Sandbox-Key': keyOf('try-sandbox-key') };
    if (body !== '') headers['Content-Type'] = 'application/json';
    try {
      const response = await fetch(path, { method, headers, ...(body !== '' && { body }) });
      const text = await response.text();
      answer.textContent = `${response.status}\n${text === '' ? '' : JSON.stringify(JSON.parse(text), null, 2)}`;
    } catch (error) {
      answer.textContent = `No answer: ${error.message}`;
    }
  });

  const byId = new Map(links.map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver(
    (entries) => {
      const entry = entries.find((one) => one.isIntersecting);
      const link = entry && byId.get(entry.target.id);
      if (!link) return;
      nav.querySelector('.here')?.classList.remove('here');
      link.classList.add('here');
      if (nav.scrollHeight > nav.clientHeight) link.scrollIntoView({ block: 'nearest' });
    },
    { rootMargin: '-10% 0px -80% 0px' },
  );
  for (const id of byId.keys()) {
    const target = document.getElementById(id);
    if (target && id !== 'top') watch.observe(target);
  }
})();
