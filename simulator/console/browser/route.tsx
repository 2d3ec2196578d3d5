import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export type Route = { parts: string[]; query: URLSearchParams };

const CHANGED = 'payrig:route';

const current = (): Route => ({
  parts: location.pathname
    .replace(/^\/console/, '')
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent),
  query: new URLSearchParams(location.search),
});

export function navigate(to: string, replaces = false): void {
  history[replaces ? 'replaceState' : 'pushState'](null, '', to);
  dispatchEvent(new Event(CHANGED));
  // A part of the page that is there already; another page looks for its part when it appears.
  document.getElementById(to.split('#')[1] ?? '')?.scrollIntoView();
}

export function useRoute(): Route {
  const [route, setRoute] = useState(current);
  useEffect(() => {
    const leaving = new AbortController();
    for (const event of ['popstate', CHANGED]) addEventListener(event, () => setRoute(current()), leaving);
    return () => leaving.abort();
  }, []);
  return route;
}

/** Changes what is asked of this page, and keeps the rest; an empty value takes the name away. */
export function setQuery(name: string, value: string): void {
  const query = new URLSearchParams(location.search);
  if (value === '') query.delete(name);
  else query.set(name, value);
  const search = query.toString();
  navigate(location.pathname + (search && `?${search}`), true);
}

type LinkProps = Pick<JSX.IntrinsicElements['a'], 'class' | 'title' | 'aria-current' | 'children'> & {
  href: string;
  label?: string;
};

/** A link within the console; opened elsewhere by the usual keys it is an ordinary one. */
export function Link({ href, label, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {label ?? children}
    </a>
  );
}
