/**
 * Reads tokens.css as shipped and computes the WCAG 2.2 contrast of every pair in use: 4.5 for
 * text, 3 for outlines and marks that identify a control. Both themes, all palettes.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';
const PALETTES = ['green-red', 'red-green', 'blue-orange'];

function tokensOf(block: string): Map<string, Record<Theme, string>> {
  const found = new Map<string, Record<Theme, string>>();
  for (const [, name, light, dark] of block.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)) {
    found.set(name as string, { light: light as string, dark: dark as string });
  }
  for (const [, name, colour] of block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)) {
    found.set(name as string, { light: colour as string, dark: colour as string });
  }
  return found;
}

function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(foreground: string, background: string): number {
  const [low, high] = [luminance(foreground), luminance(background)].sort((left, right) => left - right) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

const base = tokensOf(css.slice(0, css.indexOf(':root[data-updown="red-green"]')));
const paletteOf = (name: string) => {
  const start = css.indexOf(`:root[data-updown="${name}"]`);
  return tokensOf(css.slice(start, css.indexOf('}', start)));
};

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'hover-raised', 'pressed'];
const WORDS = ['ink', 'ink-2', 'ink-3'];
const TINTED = ['seal', 'danger-text', 'warning-text', 'demo-text'];
const DIRECTED = ['up', 'down'];
const STAND_ON = ['canvas', 'surface', 'raised', 'hover', 'hover-raised'];

const TEXT_PAIRS: [string, string][] = [
  ...WORDS.flatMap((word) => GROUNDS.map((ground): [string, string] => [word, ground])),
  ...['ink', 'ink-2'].flatMap((word) => ['selected', 'thumb'].map((ground): [string, string] => [word, ground])),
  ...[...TINTED, ...DIRECTED].flatMap((word) => STAND_ON.map((ground): [string, string] => [word, ground])),
  ['seal', 'seal-soft'],
  ['danger-text', 'danger-soft'],
  ['warning-text', 'warning-soft'],
  ...[1, 2, 3, 4, 5, 6].map((index): [string, string] => [`series-${index}`, 'surface']),
  ...['ink', 'ink-2', 'demo-text', 'up', 'down'].map((word): [string, string] => [word, 'demo-soft']),
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['on-act', 'act'],
  ['on-act', 'act-hover'],
  ...['seal-solid', 'danger', 'danger-hover', 'up-solid', 'up-solid-hover', 'down-solid', 'down-solid-hover'].map(
    (ground): [string, string] => ['on-solid', ground],
  ),
];
const MARK_PAIRS: [string, string][] = [
  ['line-control', 'surface'],
  ['line-control', 'raised'],
  ['line-control', 'canvas'],
  ['focus', 'surface'],
  ['focus', 'canvas'],
  ['focus', 'raised'],
  ['up-line', 'surface'],
  ['down-line', 'surface'],
  ['demo-line', 'surface'],
  ['demo-line', 'demo-soft'],
  ['warning', 'surface'],
  ['act', 'surface'],
  ['seal', 'surface'],
];

describe.each(PALETTES)('contrast in the %s palette', (palette) => {
  const tokens = new Map([...base, ...paletteOf(palette)]);
  const colour = (name: string, theme: Theme) => {
    const token = tokens.get(name);
    if (token === undefined) throw new Error(`tokens.css has no --${name}`);
    return token[theme];
  };
  describe.each(['light', 'dark'] as const)('%s', (theme) => {
    test.each(TEXT_PAIRS)('%s on %s reaches 4.5', (word, ground) => {
      expect(contrast(colour(word, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
    });
    test.each(MARK_PAIRS)('%s on %s reaches 3', (mark, ground) => {
      expect(contrast(colour(mark, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
    });
  });
});

test('black on white is 21:1, the published extreme', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
