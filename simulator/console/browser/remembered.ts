import { useState } from 'preact/hooks';

/** What this browser remembers of a page under a name: which view was chosen, how wide a panel is. */
export function useRemembered(name: string, first: string): [value: string, set: (value: string) => void] {
  const key = `payrig:${name}`;
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? first);
  const set = (next: string) => {
    localStorage.setItem(key, next);
    setValue(next);
  };
  return [value, set];
}
