import { useState } from 'react';
import type { ChartEngine } from './engine.ts';
import type { ChartDrawing } from './types.ts';

export interface DrawingVoiceOptions {
  wordsOf: (drawing: ChartDrawing) => { name: string; note: string | undefined };
  hint: string;
  removed: string;
}

/** What screen readers are told of the selected drawing: that it is selected, where it has been moved, and that it is gone. */
export function useDrawingVoice(engine: ChartEngine | undefined, { wordsOf, hint, removed }: DrawingVoiceOptions) {
  const [said, say] = useState('');
  const inWords = (drawing: ChartDrawing): string => {
    const { name, note } = wordsOf(drawing);
    return note === undefined ? name : `${name}, ${note}`;
  };
  return {
    said,
    select(drawing: ChartDrawing) {
      void engine?.selectDrawing(drawing.id);
      say(`${inWords(drawing)}. ${hint}`);
    },
    /** Does something, and says what has become of the drawing by it. Answers as what was done. */
    follow(act: () => boolean): boolean {
      const before = engine?.selectedDrawing();
      const done = act();
      const after = engine?.selectedDrawing();
      if (after !== undefined && after !== before) say(inWords(after));
      else if (before !== undefined && after === undefined) say('');
      return done;
    },
    remove() {
      if (engine?.removeDrawing() === true) say(removed);
    },
  };
}
