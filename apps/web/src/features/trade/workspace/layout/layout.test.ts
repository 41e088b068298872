/** The layout survives whatever is in storage, and stays within the server's bounds. */
import { CHART_COUNTS, PANE_BOUNDS } from '@glasshouse/api/constants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_LAYOUT, otherCharts, readLayout, type WorkspaceLayout, withOther, withSize } from './layout.ts';

const PANES = ['markets', 'book', 'ticket', 'orders'] as const;
const isAccepted = (layout: WorkspaceLayout): boolean =>
  PANES.every((pane) => {
    const { size } = layout[pane];
    return Number.isInteger(size) && PANE_BOUNDS[pane].min <= size && size <= PANE_BOUNDS[pane].max;
  }) &&
  CHART_COUNTS.includes(layout.charts.count) &&
  layout.charts.others.length <= 3;

test('what was stored is read back as it was', () => {
  const layout = withOther(withSize({ ...DEFAULT_LAYOUT, charts: { count: 4, others: [] } }, 'orders', 300), 1, {
    code: 'ETHUSDT',
    interval: 'tick',
  });
  expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
});

test('anything at all in storage becomes a layout that the server accepts', () => {
  expect(readLayout(undefined)).toEqual(DEFAULT_LAYOUT);
  const pane = fc.oneof(fc.anything(), fc.record({ open: fc.anything(), size: fc.anything() }));
  const charts = fc.record({
    count: fc.anything(),
    others: fc.array(fc.record({ code: fc.anything(), interval: fc.anything() })),
  });
  const stored = fc.oneof(fc.anything(), fc.record({ markets: pane, book: pane, ticket: pane, orders: pane, charts }));
  fc.assert(fc.property(stored, (value) => isAccepted(readLayout(value))));
});

test.each([-1e9, 0, 199.6, 333.4, 1e9])('a splitter that asks for %d stays within the bounds', (size) => {
  for (const pane of PANES) {
    expect(isAccepted(withSize(DEFAULT_LAYOUT, pane, size))).toBe(true);
  }
});

test('charts that are put away come back as they were', () => {
  const four = withOther({ ...DEFAULT_LAYOUT, charts: { count: 4, others: [] } }, 2, {
    code: 'XRPUSDT',
    interval: '5m',
  });
  const single = { ...four, charts: { ...four.charts, count: 1 as const } };
  expect(otherCharts(single)).toEqual([]);
  const double = withOther({ ...single, charts: { ...single.charts, count: 2 as const } }, 0, {
    code: null,
    interval: '4h',
  });
  expect(otherCharts({ ...double, charts: { ...double.charts, count: 4 } }).map(({ interval }) => interval)).toEqual([
    '4h',
    '1h',
    '5m',
  ]);
});
