/** Chart colours, resolved from the design tokens in effect at the container. */
const TOKENS = {
  surface: '--surface',
  onSolid: '--on-solid',
  text: '--ink',
  textMuted: '--ink-2',
  line: '--line',
  lineStrong: '--line-strong',
  grid: '--grid',
  accent: '--ink',
  accentSolid: '--act',
  onAccent: '--on-act',
  seal: '--seal',
  up: '--up-line',
  upSolid: '--up-solid',
  upText: '--up',
  down: '--down-line',
  downSolid: '--down-solid',
  downText: '--down',
  warning: '--warning',
  warningText: '--warning-text',
  series1: '--series-1',
  series2: '--series-2',
  series3: '--series-3',
  series4: '--series-4',
  series5: '--series-5',
  series6: '--series-6',
} as const;

export type ChartPalette = Record<keyof typeof TOKENS, string> & { font: string };

/**
 * Resolved through an element, because reading a custom property returns its source text, not a
 * colour.
 */
export function readPalette(container: HTMLElement): ChartPalette {
  const probe = document.createElement('span');
  probe.hidden = true;
  container.append(probe);
  const style = getComputedStyle(probe);
  const colours = Object.entries(TOKENS).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, style.color];
  });
  probe.style.fontFamily = 'var(--font-sans)';
  const font = style.fontFamily;
  probe.remove();
  return { ...(Object.fromEntries(colours) as Record<keyof typeof TOKENS, string>), font };
}

/** The colour with an alpha channel. Canvas understands `rgba` but not `color-mix`. */
export function withAlpha(colour: string, alpha: number): string {
  const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
