// What the contract and the guides share in the browser: the menu of a small screen, the key that leads to the search, and
// the buttons that copy.
(() => {
  const nav = document.getElementById('nav');
  const filter = document.getElementById('filter');
  const menu = document.getElementById('menu');

  const open = (isOpen) => {
    nav.classList.toggle('open', isOpen);
    menu.setAttribute('aria-expanded', String(isOpen));
  };
  menu.addEventListener('click', () => open(!nav.classList.contains('open')));
  nav.addEventListener('click', (event) => {
    if (event.target.closest('#links a')) open(false);
  });
  filter.addEventListener('focus', () => open(true));
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /input|textarea/i.test(event.target.tagName)) return;
    event.preventDefault();
    filter.focus();
  });

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('.copy');
    if (!button) return;
    const text = button.parentElement.querySelector('pre, code').textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'copied';
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector('pre, code'));
      button.textContent = 'selected';
    }
    setTimeout(() => {
      button.textContent = 'copy';
    }, 1500);
  });
})();
