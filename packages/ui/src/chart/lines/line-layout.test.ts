/** Labels in the pane: at their lines, docked at the edges, clear of the newest prices. */
import { expect, test } from 'vitest';
import type { PriceSeries } from '../primitive.ts';
import type { ChartLine } from '../types.ts';
import type { Edge } from './entry.ts';
import { layOutLines } from './line-layout.ts';
import { createLineList } from './line-list.ts';

interface Pane {
  readonly width?: number;
  readonly newest?: number;
  readonly open?: readonly Edge[];
  readonly height?: number;
}

/** Price 100 at the top of the pane and 0 at its bottom, four pixels each. */
function layOut(lines: readonly (Partial<ChartLine> & { id: string; price: number })[], pane: Pane = {}) {
  const { width = 800, newest = 600, open = [], height = 400 } = pane;
  const ignore = () => {};
  const options = { step: 1, places: 0, textOf: ({ label }: ChartLine) => label };
  const list = createLineList({ ...options, onChange: ignore, onRemoved: ignore });
  list.set(lines.map((line) => ({ label: line.id, tone: 'neutral', ...line })));
  const series = { priceToCoordinate: (price: number) => 400 - 4 * price } as PriceSeries;
  const docks = layOutLines(list.entries(), {
    series,
    size: { width, height },
    newest,
    coarse: false,
    isOpen: (edge) => open.includes(edge),
    widthOf: () => 100,
  });
  const shown = list.entries().filter(({ folded }) => !folded);
  const fromTop = [...shown].sort((left, right) => left.box.top - right.box.top);
  return {
    docks,
    order: fromTop.map(({ line }) => line.id),
    entries: new Map(shown.map((entry) => [entry.line.id, entry])),
  };
}

test('lines out of view dock at their edge in the order of their prices', () => {
  const lines = [
    { id: 'entry', price: 104 },
    { id: 'target', price: 140 },
    { id: 'limit', price: -3 },
    { id: 'near', price: 50 },
    { id: 'stop', price: -30 },
  ];
  const { order, entries, docks } = layOut(lines);
  expect(order).toEqual(['target', 'entry', 'near', 'limit', 'stop']);
  expect(docks).toEqual([]);
  expect([entries.get('target')?.atLeft, entries.get('near')?.atLeft, entries.get('stop')?.atLeft]).toEqual([
    true,
    false,
    true,
  ]);
  // Clear of the label at its line, which is at the other side.
  expect(entries.get('near')?.box.top).toBe(188);
});

test('where the prices end at the left, they dock at the right', () => {
  const { entries } = layOut([{ id: 'target', price: 140 }], { newest: 90 });
  expect(entries.get('target')).toMatchObject({ atLeft: false, box: { left: 694, top: 1 } });
});

test('labels that would cover the newest prices stand at the left, below docked ones', () => {
  const lines = [
    { id: 'near', price: 99 },
    { id: 'target', price: 140 },
  ];
  const { entries, order } = layOut(lines, { newest: 730 });
  expect(order).toEqual(['target', 'near']);
  expect(entries.get('near')).toMatchObject({ atLeft: true, box: { left: 6 } });
  expect(entries.get('near')?.box.top).toBeGreaterThanOrEqual((entries.get('target')?.box.top ?? 0) + 27);
});

test('on a narrow chart more than two fold into a button, but the option that ends first stays', () => {
  const lines = [
    { id: 'entry', price: 104 },
    { id: 'target', price: 140 },
    { id: 'later', price: 120, endsAt: 2_000 },
    { id: 'option', price: 110, endsAt: 1_000 },
  ];
  const folded = layOut(lines, { width: 300, newest: 180 });
  expect(folded.order).toEqual(['option']);
  expect(folded.docks).toMatchObject([{ edge: 'above', count: 3, left: 6 }]);
  const opened = layOut(lines, { width: 300, newest: 180, open: ['above'] });
  expect(opened.order).toEqual(['target', 'later', 'option', 'entry']);
  expect(opened.docks).toMatchObject([{ edge: 'above', count: 3 }]);
  expect(layOut(lines.slice(0, 2), { width: 300, newest: 180 }).docks).toEqual([]);
});

test('in a low pane labels that find no room fold into the button below, all but the option that ends first', () => {
  const lines = [
    { id: 'long', price: 99 },
    { id: 'short', price: 98 },
    { id: 'later', price: 97, endsAt: 2_000 },
    { id: 'option', price: 96, endsAt: 1_000 },
    { id: 'stop', price: -300 },
  ];
  const pane = { width: 300, newest: 180, height: 150 };
  const folded = layOut(lines, pane);
  expect(folded.docks).toMatchObject([{ edge: 'below', count: 3 }]);
  const shown = [...folded.entries.values()].sort((left, right) => left.box.top - right.box.top);
  expect(shown.map(({ line }) => line.id)).toContain('option');
  for (const [index, entry] of shown.entries()) {
    const next = shown[index + 1];
    if (next?.atLeft === entry.atLeft) expect(entry.box.top + entry.box.height).toBeLessThanOrEqual(next.box.top);
  }
  expect(layOut(lines, { ...pane, open: ['below'] }).entries.size).toBe(5);
});
