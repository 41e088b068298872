import type { ChartLine, ChartLineValue } from '../types.ts';
import { type SnapTo, snapPrice } from './snap.ts';

/** How long an accepted price may take to come back in the list of lines before the list is believed again. */
const ACCEPTED_TIMEOUT_MS = 5000;

/** Idle, under the reader's hand, being asked for, or accepted and not yet in the list. */
type DragPhase = 'idle' | 'dragging' | 'pending' | 'accepted';

interface DragState {
  phase: DragPhase;
  /** Where the line is drawn while it is not where the list says. */
  price: number | undefined;
  value: ChartLineValue | undefined;
}

interface DragOptions extends Omit<SnapTo, 'range'> {
  line: () => ChartLine;
  /** The price at which the list has the line; undefined while it does not have it, because it is only being pulled out. */
  listed: () => number | undefined;
  onChange: () => void;
}

/** Moving one line, by whatever means: what it is worth on the way, the question on release, and the way back. */
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
    /** The list of lines has come again. */
    listUpdated() {
      if (state.phase === 'accepted' && listed() !== listedBefore) reset();
    },
    dispose: () => clearTimeout(timer),
  };
}

export type Drag = ReturnType<typeof createDrag>;
