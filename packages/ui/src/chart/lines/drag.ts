import type { ChartLine, ChartLineValue } from '../types.ts';
import { type SnapTo, snapPrice } from './snap.ts';

/** After this long without confirmation in the list, an accepted price is dropped again. */
const ACCEPTED_TIMEOUT_MS = 5000;

/** Idle, being dragged, awaiting the answer, or accepted but not in the list yet. */
type DragPhase = 'idle' | 'dragging' | 'pending' | 'accepted';

interface DragState {
  phase: DragPhase;
  /** Drawn at this price while it differs from the list. */
  price: number | undefined;
  value: ChartLineValue | undefined;
}

interface DragOptions extends Omit<SnapTo, 'range'> {
  line: () => ChartLine;
  /** Price in the list; undefined while the line is not listed because it is being pulled out. */
  listed: () => number | undefined;
  onChange: () => void;
}

/** Moves one line, by any input device: value while moving, request on release, and snap back. */
export function createDrag({ line, listed, step, places, onChange }: DragOptions) {
  const state: DragState = { phase: 'idle', price: undefined, value: undefined };
  let listedBefore: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function reset() {
    clearTimeout(timer);
    state.phase = 'idle';
    state.price = undefined;
    state.value = undefined;
    onChange();
  }
  function settle(accepted: boolean) {
    if (state.phase !== 'pending') return;
    if (!accepted || listed() !== listedBefore) return reset();
    state.phase = 'accepted';
    timer = setTimeout(reset, ACCEPTED_TIMEOUT_MS);
  }

  return {
    state: state as Readonly<DragState>,
    move(price: number) {
      if (state.phase === 'pending') return;
      clearTimeout(timer);
      const { range, valueAt } = line();
      const next = snapPrice(price, { step, places, range });
      if (state.phase === 'dragging' && next === state.price) return;
      state.phase = 'dragging';
      state.price = next;
      state.value = valueAt?.(next);
      onChange();
    },
    cancel() {
      if (state.phase === 'dragging') reset();
    },
    async release() {
      const { onDrag } = line();
      if (state.phase !== 'dragging' || state.price === undefined) return;
      if (state.price === listed() || onDrag === undefined) return reset();
      state.phase = 'pending';
      listedBefore = listed();
      onChange();
      try {
        settle((await onDrag(state.price)) !== false);
      } catch {
        settle(false);
      }
    },
    /** The list of lines was updated. */
    listUpdated() {
      if (state.phase === 'accepted' && listed() !== listedBefore) reset();
    },
    dispose: () => clearTimeout(timer),
  };
}

export type Drag = ReturnType<typeof createDrag>;
