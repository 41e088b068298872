import type { BodyOf } from '@glasshouse/api';
import { CHART_COUNTS, INTERVALS, PANE_BOUNDS, TICK_INTERVALS } from '@glasshouse/api/constants';

/** How somebody arranged the workspace. Sizes are pixels at the usual text size. */
export type WorkspaceLayout = BodyOf<'saveWorkspaceLayout'>['layout'];
export type Pane = keyof typeof PANE_BOUNDS;
export type ChartCount = (typeof CHART_COUNTS)[number];
export type OtherChart = WorkspaceLayout['charts']['others'][number];

export const DEFAULT_LAYOUT: WorkspaceLayout = {
  markets: { open: null, size: 300 },
  book: { open: null, size: 224 },
  ticket: { size: 300 },
  orders: { open: true, size: 304 },
  charts: { count: 1, others: [] },
};

/** What the charts beside the first show until one chooses: the same market in a longer view. */
const FURTHER: readonly OtherChart[] = [
  { code: null, interval: '15m' },
  { code: null, interval: '1h' },
  { code: null, interval: '1d' },
];

/** The charts beside that of the page, as many as there are to be. */
export const otherCharts = ({ charts }: WorkspaceLayout): readonly OtherChart[] =>
  FURTHER.slice(0, charts.count - 1).map((standard, index) => charts.others[index] ?? standard);

/** A size within the bounds of its pane. */
export const boundedSize = (pane: Pane, size: number): number =>
  Math.round(Math.min(PANE_BOUNDS[pane].max, Math.max(PANE_BOUNDS[pane].min, size)));

export function withSize(layout: WorkspaceLayout, pane: Pane, size: number): WorkspaceLayout {
  return { ...layout, [pane]: { ...layout[pane], size: boundedSize(pane, size) } };
}

export function withOther(layout: WorkspaceLayout, index: number, chart: OtherChart): WorkspaceLayout {
  const others = otherCharts(layout).map((known, at) => (at === index ? chart : known));
  // What is beyond the present number comes back when there are more again.
  return { ...layout, charts: { ...layout.charts, others: [...others, ...layout.charts.others.slice(others.length)] } };
}

type Stored = Record<string, unknown>;
const asObject = (value: unknown): Stored => (typeof value === 'object' && value !== null ? (value as Stored) : {});
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z0-9][A-Z0-9._-]{0,23}$/.test(value);

function othersOf(value: unknown): OtherChart[] {
  if (!Array.isArray(value)) return [];
  const known = [...TICK_INTERVALS, ...INTERVALS];
  return value.slice(0, FURTHER.length).flatMap((item: unknown) => {
    const { code, interval: text } = asObject(item);
    const interval = known.find((candidate) => candidate === text);
    return interval === undefined ? [] : [{ code: isCode(code) ? code : null, interval }];
  });
}

/** A layout from this browser's storage, which its user or another release may have written. */
export function readLayout(stored: unknown): WorkspaceLayout {
  const saved = asObject(stored);
  const savedOf = (pane: string): Stored => asObject(saved[pane]);
  const sizeOf = (pane: Pane): number => {
    const { size } = savedOf(pane);
    return typeof size === 'number' && Number.isFinite(size) ? boundedSize(pane, size) : DEFAULT_LAYOUT[pane].size;
  };
  const openOf = (pane: 'markets' | 'book'): boolean | null => {
    const { open } = savedOf(pane);
    return typeof open === 'boolean' ? open : null;
  };
  const { count, others } = savedOf('charts');
  return {
    markets: { open: openOf('markets'), size: sizeOf('markets') },
    book: { open: openOf('book'), size: sizeOf('book') },
    ticket: { size: sizeOf('ticket') },
    orders: { open: savedOf('orders').open !== false, size: sizeOf('orders') },
    charts: { count: CHART_COUNTS.find((known) => known === count) ?? 1, others: othersOf(others) },
  };
}
