import { describe, expect, it } from 'vitest';
import { workspaceKeyOf } from './use-workspace-keys.ts';

/**
 * Shortcuts are single keys pressed on the page itself: not while typing, with a modifier, or under
 * a dialog.
 */
const plain = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  isComposing: false,
};
const page = { typing: false, modal: false };

describe('keys of the workspace', () => {
  it.each([
    ['/', 'search'],
    ['b', 'buy'],
    ['s', 'sell'],
    ['m', 'markets'],
    ['f', 'fullHeight'],
    ['?', 'help'],
    ['x', undefined],
    ['Enter', undefined],
  ] as const)('%s asks for %s', (key, expected) => {
    expect(workspaceKeyOf({ ...plain, key }, page)).toBe(expected);
  });

  it.each([
    ['while typing', plain, { typing: true, modal: false }],
    ['under a dialog', plain, { typing: false, modal: true }],
    ['with Ctrl', { ...plain, ctrlKey: true }, page],
    ['with Meta', { ...plain, metaKey: true }, page],
    ['with Alt', { ...plain, altKey: true }, page],
    ['after somebody else took it', { ...plain, defaultPrevented: true }, page],
    ['while a syllable is composed', { ...plain, isComposing: true }, page],
  ] as const)('does nothing %s', (_when, event, where) => {
    for (const key of ['/', 'b', 's', 'm', 'f', '?']) expect(workspaceKeyOf({ ...event, key }, where)).toBeUndefined();
  });
});
