import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from './context.ts';
import { Button, Copy } from './parts.tsx';
import { Link, setQuery } from './route.tsx';

type HeadProps = {
  title: string;
  lead?: ComponentChildren;
  help?: string;
  children?: ComponentChildren;
};

/** The head of a page: its title, which the browser's tab shows as well, and what the page is for. */
export function Head({ title, lead, help, children }: HeadProps) {
  useEffect(() => {
    document.title = `${title} · Payrig console`;
  }, [title]);
  return (
    <>
      <div class="head-line">
        <h1>{title}</h1>
        {children}
      </div>
      {lead && <p class="lead">{lead}</p>}
      {help && (
        <details class="help">
          <summary>Help</summary>
          <p>{help}</p>
        </details>
      )}
    </>
  );
}

/** Moves focus and scroll to what has just appeared. */
export function useAppeared(own: RefObject<HTMLElement | null>, isThere = true): void {
  useEffect(() => {
    if (!isThere) return;
    own.current?.focus({ preventScroll: true });
    own.current?.scrollIntoView({ block: 'nearest' });
  }, [own, isThere]);
}

/** A list, and beside it what was chosen from it; below it on a narrow screen. */
export const Split = ({ detail, children }: { detail: ComponentChildren; children: ComponentChildren }) => (
  <div class={detail ? 'split open' : 'split'}>
    <div>{children}</div>
    {detail}
  </div>
);

type DetailProps = { label: string; query: string; class?: string; children: ComponentChildren };

/** What was chosen from a list, in full. The page's address leads to it again. */
export function Detail({ label, query, class: style = 'detail', children }: DetailProps) {
  const own = useRef<HTMLElement>(null);
  useAppeared(own);
  const close = () => {
    const choice = document.querySelector<HTMLElement>(`[data-choice=${query}][aria-expanded=true]`);
    setQuery({ [query]: '' });
    choice?.focus();
  };
  return (
    <article class={style} aria-label={label} ref={own} tabIndex={-1}>
      <div class="corner">
        <Copy label="Copy link" text={() => location.href} />
        <Button onClick={close} label="Close" />
      </div>
      {children}
    </article>
  );
}

type DialogProps = { title: string; onClose: () => void; children: ComponentChildren };

export function Dialog({ title, onClose, children }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => own.current?.showModal(), []);
  return (
    <dialog ref={own} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

export function Toasts() {
  const { toasts, dismiss } = useConsole();
  return (
    <div class="toasts" role="status">
      {toasts.map(({ id, text, link, undo }) => (
        <p key={id}>
          {text} {link && <Link href={link.href}>{link.name}</Link>}
          {undo && (
            <Button
              onClick={() => {
                dismiss(id);
                void undo();
              }}
              label="Undo"
            />
          )}
          <Button class="link" aria-label="Dismiss" onClick={() => dismiss(id)} label="✕" />
        </p>
      ))}
    </div>
  );
}
