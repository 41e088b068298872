import { expect, test } from 'vitest';
import { queueKeyOf } from './queue-keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  isComposing: false,
  ...more,
});
const FREE = { typing: false, modal: false, onControl: false };

test.each([
  ['j', 'next'],
  ['ArrowDown', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['Escape', 'close'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['u', 'undo'],
  ['?', 'help'],
  ['x', undefined],
])('%s is %s', (key, action) => {
  expect(queueKeyOf(press(key), FREE)).toBe(action);
});

test.each([
  ['while typing', press('a'), { ...FREE, typing: true }],
  ['under a dialog', press('a'), { ...FREE, modal: true }],
  ['with Ctrl, which is the browser’s', press('r', { ctrlKey: true }), FREE],
  ['with ⌘', press('a', { metaKey: true }), FREE],
  ['while composing a word', press('j', { isComposing: true }), FREE],
  ['when somebody else has handled it', press('j', { defaultPrevented: true }), FREE],
  ['when Enter presses a button', press('Enter'), { ...FREE, onControl: true }],
])('nothing %s', (_when, event, where) => {
  expect(queueKeyOf(event, where)).toBe(undefined);
});
