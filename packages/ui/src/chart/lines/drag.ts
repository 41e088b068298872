import type { ChartLine, ChartLineValue } from '../types.ts';
import { type SnapTo, snapPrice } from './snap.ts';

/** How long an accepted price may take to come back in the list of lines before the list is believed again. */
const ACCEPTED_MS = 5000;

/** Idle, under the reader's hand, being asked for, or accepted and not yet in the list. */
export type DragPhase = 'idle' | 'dragging' | 'asking' | 'accepted';

export interface DragState {
  phase: DragPhase;
  /** Where the line is drawn while it is not where the list says. */
  price: number | undefined;
  value: ChartLineValue | undefined;
}

/** Moving one line, by whatever means: what it is worth on the way, the question on release, and the way back. */
export function createDrag(
  current: () => ChartLine,
  { step, places, onChange }: Omit<SnapTo, 'range'> & { onChange: () => void },
) {
  const state: DragState = { phase: 'idle', price: undefined, value: undefined };
  let askedFrom = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function rest() {
    clearTimeout(timer);
    state.phase = 'idle';
    state.price = undefined;
    state.value = undefined;
    onChange();
  }
  function settle(accepted: boolean) {
    if (state.phase !== 'asking') return;
    if (!accepted || current().price !== askedFrom) return rest();
    state.phase = 'accepted';
    timer = setTimeout(rest, ACCEPTED_MS);
  }

  return {
    state: state as Readonly<DragState>,
    move(price: number) {
      if (state.phase === 'asking') return;
      clearTimeout(timer);
      const { range, valueAt } = current();
      const next = snapPrice(price, { step, places, range });
      if (state.phase === 'dragging' && next === state.price) return;
      state.phase = 'dragging';
      state.price = next;
      state.value = valueAt?.(next);
      onChange();
    },
    cancel() {
      if (state.phase === 'dragging') rest();
    },
    async release() {
      const { price, onDrag } = current();
      if (state.phase !== 'dragging' || state.price === undefined) return;
      if (state.price === price || onDrag === undefined) return rest();
      state.phase = 'asking';
      askedFrom = price;
      onChange();
      try {
        settle((await onDrag(state.price)) !== false);
      } catch {
        settle(false);
      }
    },
    /** The list of lines has come again. */
    listed() {
      if (state.phase === 'accepted' && current().price !== askedFrom) rest();
    },
    dispose: () => clearTimeout(timer),
  };
}

export type Drag = ReturnType<typeof createDrag>;
