import type { ChartLine } from '../types.ts';
import { createDrag } from './drag.ts';
import type { LineEntry } from './entry.ts';
import { type SnapTo, snapPrice } from './snap.ts';

/** More lines cannot be told apart; the newest are drawn. */
const LINES_MAX = 24;

interface LineListOptions extends Omit<SnapTo, 'range'> {
  /** A line moved, or means something else, while being dragged. */
  onChange: (entry: LineEntry) => void;
  onRemoved: (entry: LineEntry) => void;
}

/** The lines on the chart: the caller's list, and the one being pulled out of another. */
export function createLineList({ step, places, onChange, onRemoved }: LineListOptions) {
  let entries: LineEntry[] = [];
  /** The line being pulled out. */
  let pulled: LineEntry | undefined;

  function makeEntry(line: ChartLine, unlisted: boolean): LineEntry {
    const entry: LineEntry = {
      line,
      unlisted,
      drag: createDrag({
        line: () => entry.line,
        listed: () => (entry.unlisted ? undefined : entry.line.price),
        step,
        places,
        onChange: () => {
          // Refused, cancelled, or accepted but never listed: the pulled line disappears.
          if (entry.unlisted && entry.drag.state.phase === 'idle') drop(entry);
          else onChange(entry);
        },
      }),
      value: undefined,
      pointed: false,
      focused: false,
      y: undefined,
      offscreen: undefined,
      box: undefined,
    };
    return entry;
  }

  function drop(entry: LineEntry) {
    if (pulled === entry) pulled = undefined;
    entries = entries.filter((existing) => existing !== entry);
    entry.drag.dispose();
    onRemoved(entry);
  }

  return {
    entries: (): readonly LineEntry[] => entries,
    set(next: readonly ChartLine[]) {
      const known = new Map(entries.map((entry) => [entry.line.id, entry]));
      const listed = next.slice(-LINES_MAX).map((line) => {
        const entry = known.get(line.id) ?? makeEntry(line, false);
        known.delete(line.id);
        // The figure belongs to another price and would be announced until the next tick.
        if (line.value === undefined || line.price !== entry.line.price || entry.unlisted) entry.value = undefined;
        entry.line = line;
        // A pulled line that has been listed is a regular line from now on.
        entry.unlisted = false;
        return entry;
      });
      const missing = [...known.values()];
      entries = [...listed, ...missing.filter(({ unlisted }) => unlisted)];
      for (const removed of missing.filter(({ unlisted }) => !unlisted)) {
        removed.drag.dispose();
        onRemoved(removed);
      }
      for (const entry of listed) {
        entry.drag.listUpdated();
        onChange(entry);
      }
    },
    /** Pulls at a line's label, at a price. Returns the pulled line, if one is possible there. */
    pull(source: LineEntry, price: number): LineEntry | undefined {
      // Listed meanwhile by another window: it is now dragged, not pulled.
      if (pulled !== undefined && !pulled.unlisted) {
        pulled.drag.cancel();
        pulled = undefined;
      }
      const at = snapPrice(price, { step, places });
      const line = source.line.pull?.(at);
      if (line === undefined) {
        pulled?.drag.cancel();
        return undefined;
      }
      if (entries.some((entry) => entry !== pulled && entry.line.id === line.id)) return undefined;
      if (pulled === undefined) {
        pulled = makeEntry(line, true);
        entries = [...entries, pulled];
      }
      pulled.line = line;
      pulled.drag.move(at);
      return pulled;
    },
    /** Releases the pulled line, which requests it. */
    releasePulled() {
      const entry = pulled;
      pulled = undefined;
      void entry?.drag.release();
    },
    /** Puts the pulled line back. */
    cancelPulled: () => pulled?.drag.cancel(),
    dispose() {
      for (const { drag } of entries) drag.dispose();
    },
  };
}
