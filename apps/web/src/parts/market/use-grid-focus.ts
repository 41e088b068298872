import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MarketRow } from '../../live/market.ts';
import { type Cell, type GridPlace, gridMove } from './grid-move.ts';

interface GridFocusInput {
  readonly rows: readonly MarketRow[];
  readonly currentCode: string | undefined;
}

/**
 * A single tab stop for a list of hundreds: the arrow keys move within it. The stop is the last
 * focused cell, initially the current market or the first row.
 */
export function useGridFocus({ rows, currentCode }: GridFocusInput) {
  const grid = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<{ readonly code: string; readonly cell: Cell }>();
  const indexOf = (code: string | undefined) => rows.findIndex((row) => row.code === code);
  const known = indexOf(last?.code);
  const row = 0 <= known ? known : Math.max(0, indexOf(currentCode));
  const stop: GridPlace = { row, cell: 0 <= known ? (last?.cell ?? 'market') : 'market' };

  const focus = (place: GridPlace) => {
    const target = cellOf(grid.current, place);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  };
  const onFocus = ({ target }: FocusEvent) => {
    const place = placeOf(target);
    const code = place && rows[place.row]?.code;
    if (place !== undefined && code !== undefined) setLast({ code, cell: place.cell });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = placeOf(event.target as Element);
    // With modifiers, keys belong to the browser: back, forward, end of page.
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = event.currentTarget.matches(':dir(rtl)');
    const place = gridMove(event.key, { from, count: rows.length, rtl });
    const code = place && rows[place.row]?.code;
    if (place === undefined || code === undefined) return;
    event.preventDefault();
    // A distant row must be rendered before it can be focused.
    flushSync(() => setLast({ code, cell: place.cell }));
    focus(place);
  };
  /**
   * Among the favourites, removing a star removes its row: the next row is focused or, finally, the
   * tab.
   */
  const onClick = ({ target }: MouseEvent) => {
    const place = placeOf(target as Element);
    if (place?.cell !== 'star') return;
    const tab = grid.current?.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? '';
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const left = Number(grid.current?.getAttribute('aria-rowcount') ?? 0);
      if (0 < left) focus({ ...place, row: Math.min(place.row, left - 1) });
      else document.getElementById(tab)?.focus();
    });
  };
  return { grid, stop, handlers: { onFocus, onKeyDown, onClick } };
}

const cellOf = (grid: Element | null, { row, cell }: GridPlace): HTMLElement | null =>
  grid?.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"] ${cell === 'star' ? 'button' : 'a'}`) ?? null;

function placeOf(element: Element): GridPlace | undefined {
  const index = element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
  const target = element.closest('a, button');
  if (index === null || index === undefined || target === null) return undefined;
  return { row: Number(index) - 1, cell: target.matches('button') ? 'star' : 'market' };
}
