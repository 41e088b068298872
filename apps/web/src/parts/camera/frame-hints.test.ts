/**
 * The hints of the camera on frames that are drawn here: a document in its place, out of place,
 * under a lamp, in the dark, and moved while the frame was taken.
 */
import { expect, test } from 'vitest';
import { brightness, edgesAlong, type Frame, glare, hintOf, lumaOf, sharpness, steadyHint } from './frame-hints.ts';

const WIDTH = 240;
const HEIGHT = 150;
const GUIDE = { left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 };

const frame = (at: (x: number, y: number) => number): Frame => {
  const luma = new Uint8ClampedArray(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) luma[y * WIDTH + x] = at(x, y);
  return { width: WIDTH, height: HEIGHT, luma };
};

/** Lines of print on a card, moved by `shift` pixels, on a table of medium brightness. */
const card =
  (shift = 0) =>
  (x: number, y: number): number => {
    const left = WIDTH * GUIDE.left + shift;
    const right = WIDTH * GUIDE.right + shift;
    const isCard = left <= x && x < right && HEIGHT * GUIDE.top <= y && y < HEIGHT * GUIDE.bottom;
    if (!isCard) return 90;
    return y % 12 < 4 && x % 5 < 3 ? 60 : 200;
  };

/** The mean of a window, as a shaking hand makes it. */
const blurred = (source: Frame, radius: number): Frame =>
  frame((x, y) => {
    let sum = 0;
    let count = 0;
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const value = source.luma[(y + dy) * WIDTH + x + dx];
        if (value === undefined) continue;
        sum += value;
        count += 1;
      }
    }
    return sum / count;
  });

test('a document in its place is good', () => {
  const shown = frame(card());
  expect(edgesAlong(shown, GUIDE)).toBe(4);
  expect(hintOf(shown, GUIDE)).toBe('good');
});

test('beside its place it is to be moved, and where no place is asked for it is good', () => {
  const away = frame((x, y) => (card(60)(x, y + 40) + 300) / 3);
  expect(edgesAlong(away, GUIDE)).toBeLessThan(3);
  expect(hintOf(away, GUIDE)).toBe('place');
  expect(hintOf(frame(card(60)), undefined)).toBe('good');
});

test('a lamp on the document is glare', () => {
  const lit = frame((x, y) => ((x - 120) ** 2 + (y - 75) ** 2 < 30 ** 2 ? 255 : card()(x, y)));
  expect(glare(lit)).toBeGreaterThan(0.04);
  expect(hintOf(lit, GUIDE)).toBe('glare');
  expect(glare(frame(card()))).toBe(0);
});

test('darkness comes before everything else', () => {
  const dark = frame((x, y) => card()(x, y) / 6);
  expect(brightness(dark)).toBeLessThan(50);
  expect(hintOf(dark, GUIDE)).toBe('dark');
});

test('blur lowers the sharpness until it is said', () => {
  const sharp = frame(card());
  const shaken = blurred(sharp, 5);
  expect(sharpness(shaken)).toBeLessThan(sharpness(sharp) / 10);
  expect(hintOf(shaken, GUIDE)).toBe('blurred');
});

test('brightness follows the eye: green counts most, blue least', () => {
  const pixels = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
  expect([...lumaOf(pixels, 3, 1).luma]).toEqual([76, 150, 29]);
});

test('an empty frame is dark, and nothing divides by zero', () => {
  const empty = { width: 0, height: 0, luma: new Uint8ClampedArray() };
  expect(hintOf(empty, GUIDE)).toBe('dark');
  expect([sharpness(empty), glare(empty)]).toEqual([0, 0]);
});

test('a hint shows when two frames agree, and stays until two agree on another', () => {
  const steady = steadyHint();
  expect(['dark', 'good', 'good', 'blurred', 'good', 'glare', 'glare'].map((hint) => steady(hint as 'good'))).toEqual([
    undefined,
    undefined,
    'good',
    'good',
    'good',
    'good',
    'glare',
  ]);
});
