import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { DepthRow } from './depth-rows.ts';

type Kind = 'bid' | 'ask';

/** A line of the book by its index, because its price changes. */
interface Stop {
  readonly kind: Kind;
  readonly place: number;
}

type Rows = { readonly [side in 'asks' | 'bids']: readonly DepthRow[] };

/**
 * A single tab stop: the line focused last or, if gone, the best price. The arrow keys move between
 * lines.
 */
export function useBookFocus(rows: Rows | undefined) {
  const [last, setLast] = useState<Stop>({ kind: 'ask', place: 0 });
  const count = { ask: rows?.asks.length ?? 0, bid: rows?.bids.length ?? 0 };
  const stop: Stop = last.place < count[last.kind] ? last : { kind: 0 < count.ask ? 'ask' : 'bid', place: 0 };
  return {
    isStop: (kind: Kind, place: number): boolean => stop.kind === kind && stop.place === place,
    handlers: {
      onFocus: ({ target }: FocusEvent) => setLast(stopOf(target) ?? last),
      onKeyDown: moveInBook,
    },
  };
}

function stopOf(target: Element): Stop | undefined {
  const line = target.closest('[data-level]');
  const kind = line?.getAttribute('data-level');
  if (line === null || (kind !== 'ask' && kind !== 'bid')) return undefined;
  return { kind, place: [...(line.parentElement?.children ?? [])].indexOf(line) };
}

/** In visual order: asks are rendered from the best one upwards. */
function moveInBook(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const lines = ['ask', 'bid'].flatMap((kind) => {
    const side = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(`button[data-level=${kind}]`)];
    return kind === 'ask' ? side.reverse() : side;
  });
  const next = lines[lines.indexOf(document.activeElement as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
