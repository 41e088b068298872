import { useState } from 'react';
import type { ChartEngine } from './engine.ts';
import type { ChartDrawing } from './types.ts';

export interface DrawingVoiceOptions {
  nameOf: (drawing: ChartDrawing) => string;
  hint: string;
  removed: string;
}

/** What screen readers are told of the selected drawing: that it is selected, where it has been moved, and that it is gone. */
export function useDrawingVoice(engine: ChartEngine | undefined, { nameOf, hint, removed }: DrawingVoiceOptions) {
  const [said, say] = useState('');
  return {
    said,
    select(drawing: ChartDrawing) {
      engine?.selectDrawing(drawing.id);
      say(`${nameOf(drawing)}. ${hint}`);
    },
    /** Does something, and says what has become of the drawing by it. Answers as what was done. */
    follow(act: () => boolean): boolean {
      const before = engine?.selectedDrawing();
      const done = act();
      const after = engine?.selectedDrawing();
      if (after !== undefined && after !== before) say(nameOf(after));
      else if (before !== undefined && after === undefined) say('');
      return done;
    },
    remove() {
      if (engine?.removeDrawing() === true) say(removed);
    },
  };
}
