import { useState } from 'react';
import type { ChartEngine } from './engine.ts';
import type { ChartDrawing } from './types.ts';

interface DrawingAnnouncerOptions {
  describe: (drawing: ChartDrawing) => { name: string; note: string | undefined };
  hint: string;
  removed: string;
}

/** Screen reader announcements about the selected drawing: selected, moved, removed. */
export function useDrawingAnnouncer(
  engine: ChartEngine | undefined,
  { describe, hint, removed }: DrawingAnnouncerOptions,
) {
  const [announcement, announce] = useState('');
  const describeInFull = (drawing: ChartDrawing): string => {
    const { name, note } = describe(drawing);
    return note === undefined ? name : `${name}, ${note}`;
  };
  return {
    announcement,
    select(drawing: ChartDrawing) {
      void engine?.selectDrawing(drawing.id);
      announce(`${describeInFull(drawing)}. ${hint}`);
    },
    /** Runs an action, announces its effect on the drawing, and returns its result. */
    announceChange(action: () => boolean): boolean {
      const before = engine?.selectedDrawing();
      const done = action();
      const after = engine?.selectedDrawing();
      if (after !== undefined && after !== before) announce(describeInFull(after));
      else if (before !== undefined && after === undefined) announce('');
      return done;
    },
    remove() {
      if (engine?.removeDrawing() === true) announce(removed);
    },
  };
}
