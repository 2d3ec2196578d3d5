import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, type HttpRequest } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import { CallOf, Copy } from './code.tsx';
import { type Action, useConsole, useRemembered } from './context.ts';
import { Button } from './forms.tsx';
import { Link, setQuery } from './route.tsx';
import { moment, shortMoment } from './text.ts';
import words from './words.json' with { type: 'json' };

/** How actions and reads went: what was said, the refusal of the first that failed, and the requests for them. */
type Ended = Partial<Pick<Action<never[]>, 'error' | 'made' | 'said'>> & { request?: HttpRequest };

export function Outcome({ of }: { of: readonly Ended[] }) {
  const sent = of.flatMap(({ made = [] }) => made);
  return (
    <>
      {of.map(({ said }) => said && <p role="status">{said}</p>)}
      <Problem error={of.find(({ error }) => error)?.error} />
      {sent.length > 0 && (
        <div class="made">
          {sent.map((request, index) => (
            <CallOf key={`${index} ${addressOf(request)}`} request={request} label="Request sent:" />
          ))}
        </div>
      )}
      {of.map(({ request }) => request && <CallOf key={addressOf(request)} request={request} />)}
    </>
  );
}

export const Lines = ({ of, class: style }: { of: readonly string[]; class?: string }) =>
  of.length > 0 && (
    <ul class={style}>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );

export function Problem({ error }: { error: ServiceError | undefined }) {
  if (!error) return null;
  const isFault = error.errors.includes('A fault was asked for');
  return (
    <div class="problem" role="alert">
      <b>{error.status === 0 ? 'No answer' : `Refused with ${error.status}`}</b>
      <Lines of={error.errors} />
      {isFault && <Link href="/console/faults">See the faults that are on</Link>}
    </div>
  );
}

export const Badge = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <span class={`badge ${kind}`}>{children}</span>
);

/** An instant in a list: short, and in full when it is pointed at. */
export function When({ at }: { at: string | null | undefined }) {
  const { clock } = useConsole();
  if (!at) return null;
  return (
    <time dateTime={at} title={`${moment(at)} UTC`}>
      {shortMoment(at, clock?.now)}
    </time>
  );
}

type SectionWords = { title: string; note?: string; label?: string; words?: string };
export const sectionWords: Readonly<Record<string, SectionWords>> = words.sections;

type SectionProps = { id: string; outcome?: readonly Ended[]; children: ComponentChildren };

/** A part of a page, and how its actions and reads went; its words are in words.json unless they are given. */
export function Section({ id, outcome = [], children, ...given }: SectionProps & Partial<SectionWords>) {
  const { title, note } = { ...sectionWords[id], ...given };
  const own = useRef<HTMLElement>(null);
  // The browser looked for it before there was anything on the page.
  useEffect(() => {
    if (location.hash === `#${id}`) own.current?.scrollIntoView();
  }, [id]);
  return (
    <section id={id} ref={own} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {note && <p class="note">{note}</p>}
      {children}
      <Outcome of={outcome} />
    </section>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

export const Facts = ({ class: style, rows }: { class?: string; rows: readonly Fact[] }) => (
  <dl class={style}>
    {rows.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}
  </dl>
);

type OnPageProps = { of: keyof typeof words.onPage; without?: string; children?: ComponentChildren };

export const OnPage = ({ of, without, children }: OnPageProps) => (
  <nav class="on-page" aria-label="On this page">
    {Object.entries(words.onPage[of])
      .filter(([id]) => id !== without)
      .map(([id, name]) => (
        <a key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    {children}
  </nav>
);

export const Crumbs = () => (
  <p class="crumbs">
    <Link href="/console/people">People</Link>
  </p>
);

type PageWords = { title: string; lead?: ComponentChildren; help?: string; words?: string };
export const pageWords: Readonly<Record<string, PageWords>> = words.pages;

type HeadProps = Partial<PageWords> & { of?: string; children?: ComponentChildren };

/** The head of a page, with its words: its title, which the browser's tab shows as well, and what the page is for. */
export function Head({ of = '', children, ...given }: HeadProps) {
  const { title = '', lead, help } = { ...pageWords[of], ...given };
  useEffect(() => {
    document.title = `${title} · Payrig console`;
  }, [title]);
  return (
    <>
      <div class="head-line">
        <h1>{title}</h1>
        {children}
      </div>
      {(lead || help) && (
        <div class="lead">
          {lead}{' '}
          {help && (
            <details class="help">
              <summary>Help</summary>
              <p>{help}</p>
            </details>
          )}
        </div>
      )}
    </>
  );
}

/** In place of a page that is not there. */
export const NoSuch = ({ title, error }: { title: string; error?: ServiceError | undefined }) => (
  <>
    <Head title={title} />
    <Problem error={error} />
    <Crumbs />
  </>
);

export function useAppeared(own: RefObject<HTMLElement | null>, isThere = true): void {
  useEffect(() => {
    if (!isThere) return;
    own.current?.focus({ preventScroll: true });
    own.current?.scrollIntoView({ block: 'nearest' });
  }, [own, isThere]);
}

const [NARROWEST, WIDEST, STEP] = [25, 75, 3];

/** A list, and beside it what was chosen from it, as wide as it was last drawn; below it on a narrow screen. */
export function Split({ detail, children }: { detail: ComponentChildren; children: ComponentChildren }) {
  const [width, setWidth] = useRemembered('panel-width', '42');
  const own = useRef<HTMLDivElement>(null);
  const set = (percent: number) => setWidth(String(Math.min(WIDEST, Math.max(NARROWEST, percent))));
  const draw = (event: PointerEvent) => {
    const { right, width: whole } = own.current!.getBoundingClientRect();
    if (event.buttons === 1) set(Math.round((100 * (right - event.clientX)) / whole));
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') set(Number(width) + STEP);
    if (key === 'ArrowRight') set(Number(width) - STEP);
  };
  return (
    <div class={detail ? 'split open' : 'split'} style={{ '--panel-width': `${width}%` }} ref={own}>
      <div>{children}</div>
      {detail && (
        // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no <hr>
        <div
          class="divider"
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label="Width of the panel"
          aria-valuenow={Number(width)}
          aria-valuemin={NARROWEST}
          aria-valuemax={WIDEST}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={draw}
          onKeyDown={press}
        />
      )}
      {detail}
    </div>
  );
}

type DetailProps = { label: string; query: string; class?: string; children: ComponentChildren };

/** What was chosen from a list, in full. The page's address leads to it again. */
export function Detail({ label, query, class: style = 'detail', children }: DetailProps) {
  const own = useRef<HTMLElement>(null);
  useAppeared(own);
  // Rows grow taller beside a panel, so that the chosen one may have moved out of sight.
  useEffect(() => {
    const row = document.querySelector(`tr.chosen:has([data-choice=${query}])`);
    if (matchMedia('(min-width: 1000px)').matches) row?.scrollIntoView({ block: 'nearest' });
  }, [query]);
  const close = () => {
    const choice = document.querySelector<HTMLElement>(`[data-choice=${query}][aria-expanded=true]`);
    setQuery(query, '');
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

export function Toasts() {
  const { toasts, dismiss } = useConsole();
  return (
    <div class="toasts" role="status">
      {toasts.map(({ id, text, link, undo }) => (
        <p key={id}>
          {text} {link && <Link href={link.href}>{link.name}</Link>}
          {undo && <Button onClick={() => undo().finally(() => dismiss(id))} label="Undo" />}
          <Button class="link" aria-label="Dismiss" onClick={() => dismiss(id)} label="✕" />
        </p>
      ))}
    </div>
  );
}
