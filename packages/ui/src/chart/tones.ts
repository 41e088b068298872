import type { ChartPalette } from './palette.ts';
import type { ChartTone } from './types.ts';

/**
 * Colours of a line and its text. `solid` is the background of text in `onSolid`; both pairs meet
 * text contrast.
 */
interface ToneColours {
  line: string;
  text: string;
  solid: string;
  onSolid: string;
}

export function toneColours(palette: ChartPalette, tone: ChartTone): ToneColours {
  const { onSolid, onAccent, surface } = palette;
  switch (tone) {
    case 'up':
      return { line: palette.up, text: palette.upText, solid: palette.upSolid, onSolid };
    case 'down':
      return { line: palette.down, text: palette.downText, solid: palette.downSolid, onSolid };
    case 'accent':
      return { line: palette.accent, text: palette.accent, solid: palette.accentSolid, onSolid: onAccent };
    case 'warning':
      return { line: palette.warning, text: palette.warningText, solid: palette.warningText, onSolid: surface };
    case 'neutral':
      return { line: palette.textMuted, text: palette.text, solid: palette.textMuted, onSolid: surface };
  }
}
