import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CallOf } from './code.tsx';
import { type PersonProps, useConsole, useRead, useReloadOn } from './context.ts';
import { Amount, type Figure, monthSources, SourceOf, useAsked } from './figures.tsx';
import { Button } from './forms.tsx';
import { firstShown, type Month, moneyByMonth } from './money-by-month.ts';
import { Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { monthName, pounds } from './text.ts';
import words from './words.json' with { type: 'json' };

export function MoneySection({ dossier }: PersonProps) {
  const estimate = useRead('getOnsExpenditure', { path: { user_id: dossier.user.user_id } });
  useReloadOn(estimate.reload, dossier);
  const spent = estimate.data?.expenditures;
  const months = useMemo(() => moneyByMonth(dossier, spent ?? []), [dossier, spent]);
  const [chosen, setChosen] = useState<number>();
  const [isTable, setTable] = useState(false);
  const toggle = isTable ? 'Hide the table' : 'Show as a table';
  const at = Math.min(chosen ?? firstShown(months), months.length - 1);
  return (
    <Section id="money">
      {months.length === 0 ? (
        <p class="note">{words.noMoney}</p>
      ) : (
        <>
          <MoneyChart months={months} at={at} onAt={setChosen} />
          <MonthFigures dossier={dossier} month={months[at]!} />
          <Button aria-expanded={isTable} onClick={() => setTable(!isTable)} label={toggle} />
          {isTable && <MonthTable dossier={dossier} months={months} />}
        </>
      )}
      {estimate.error && (
        <div class="remark">
          <b>No expenditure estimate</b> ({estimate.error.status}): {estimate.error.errors.join('; ')}
        </div>
      )}
      <CallOf label="Expenditure:" request={estimate.request} />
    </Section>
  );
}

const spanOf = ({ from, to }: NonNullable<Month['taxedTotal']>): string =>
  `${monthName(from)} to ${monthName(to)}`;

function MonthFigures({ dossier, month }: { dossier: PersonProps['dossier']; month: Month }) {
  const { naming } = useConsole();
  const asked = useAsked();
  const figures = monthFigures(dossier, naming.authority, month);
  const { taxedTotal: total } = month;
  return (
    <>
      <section class="legend" aria-label={`Figures of ${monthName(month.month)}`}>
        <b>{monthName(month.month)}</b>
        <dl>
          {figureKinds.map(([kind, name], index) => (
            <div key={kind}>
              <dt>
                <i class={kind} /> {name}
                {kind === 'taxed' && total && <small> {spanOf(total)}; drawn by month</small>}
              </dt>
              <dd>
                <Amount figure={figures[index]!} asked={asked} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <SourceOf figures={figures} asked={asked} />
    </>
  );
}

const figureKinds = Object.entries(words.figures) as [keyof typeof words.figures, string][];

/** A month's figures, each with the call that returns it; the tax authority's is that of its whole period. */
function monthFigures(dossier: PersonProps['dossier'], authority: string, one: Month): Figure[] {
  const sources = monthSources(dossier, authority, one);
  return figureKinds.map(([kind, name]) => ({
    name: `${name}, ${monthName(one.month)}`,
    amount: kind === 'taxed' ? one.taxedTotal?.amount : one[kind],
    source: sources[kind],
  }));
}

function MonthTable({ dossier, months }: { dossier: PersonProps['dossier']; months: readonly Month[] }) {
  const { naming } = useConsole();
  const rows = [...months]
    .reverse()
    .map((one) => ({ month: one.month, figures: monthFigures(dossier, naming.authority, one) }));
  return (
    <RecordTable
      label="Money by month"
      records={rows}
      columns={[
        ['Month', ({ month }) => monthName(month)],
        ...figureKinds.map(([kind, name], index) => ({
          name: kind === 'taxed' ? `${name}, its period` : name,
          figure: ({ figures }: (typeof rows)[number]) => figures[index],
        })),
      ]}
    />
  );
}

const HEIGHT = 260;
const edge = { left: 52, right: 16, top: 10, bottom: 26 };

/** The words for a month's numbers, for those who cannot see the drawing. */
function wordsOf({ month, ...one }: Month): string {
  const numbers = figureKinds.flatMap(([kind, name]) =>
    kind === 'taxed' || one[kind] === null ? [] : `${name.toLowerCase()} ${pounds(one[kind])}`,
  );
  const { taxedTotal: total } = one;
  if (total) numbers.push(`tax authority ${pounds(total.amount)} from ${spanOf(total)}`);
  return `${monthName(month)}: ${numbers.join(', ') || 'nothing is known'}`;
}

function roundedUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 100)));
  return Math.ceil(value / (step / 2)) * (step / 2);
}

type ChartProps = { months: readonly Month[]; at: number; onAt: (index: number) => void };

/** A person's money by month. The arrow keys go from month to month, as a pointer does. */
export function MoneyChart({ months, at, onAt }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const values = months
    .flatMap((one) => [one.gross, one.net, one.credits, one.taxed, (one.living ?? 0) + (one.housing ?? 0)])
    .map((value) => value ?? 0);
  const top = roundedUp(Math.max(100, ...values));
  const bottom = Math.min(0, ...values);
  const low = bottom < 0 ? -roundedUp(-bottom) : 0;
  const column = (width - edge.left - edge.right) / months.length;
  const x = (index: number) => edge.left + index * column;
  const y = (value: number) => edge.top + ((top - value) / (top - low)) * (HEIGHT - edge.top - edge.bottom);
  const bar = Math.max(2, column * 0.24);
  const labelEach = Math.max(1, Math.ceil(64 / column));
  const last = months.length - 1;
  const choose = (index: number) => onAt(Math.min(last, Math.max(0, index)));
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const onPointer = (event: PointerEvent) => {
    const inside = event.clientX - frame.current!.getBoundingClientRect().left - edge.left;
    choose(Math.floor(inside / column));
  };
  const block = (index: number, slot: number, from: number, to: number | null, kind: string) =>
    to === null || to === from ? null : (
      <rect
        class={kind}
        x={x(index) + column * 0.1 + slot * (bar + 1)}
        width={bar}
        y={Math.min(y(from), y(to))}
        height={Math.max(1, Math.abs(y(from) - y(to)))}
      />
    );
  return (
    <div
      class="chart"
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label="Money by month"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={wordsOf(months[at]!)}
      onKeyDown={onKeyDown}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        {[low, (top + low) / 2, top].map((value) => (
          <g key={value}>
            <line class="grid" x1={edge.left} x2={width - edge.right} y1={y(value)} y2={y(value)} />
            <text x={edge.left - 6} y={y(value) + 4} text-anchor="end">
              £{value.toLocaleString('en-GB')}
            </text>
          </g>
        ))}
        <rect class="here" x={x(at)} y={edge.top} width={column} height={HEIGHT - edge.top - edge.bottom} />
        {months.map((one, index) => (
          <g key={one.month}>
            {block(index, 0, 0, one.gross, 'gross')}
            {block(index, 1, 0, one.net, 'net')}
            {block(index, 2, 0, one.housing, 'housing')}
            {one.housing !== null &&
              one.living !== null &&
              block(index, 2, one.housing, one.housing + one.living, 'living')}
            {one.taxed !== null && (
              <line class="taxed" x1={x(index)} x2={x(index) + column} y1={y(one.taxed)} y2={y(one.taxed)} />
            )}
            {one.credits !== null && (
              <circle class="credits" cx={x(index) + column / 2} cy={y(one.credits)} r={4} />
            )}
            {(last - index) % labelEach === 0 && (
              <text x={x(index) + column / 2} y={HEIGHT - 8} text-anchor="middle">
                {monthName(one.month)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
