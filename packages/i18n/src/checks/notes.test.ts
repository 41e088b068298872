import { expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { loadAllMessages } from '../server.ts';
import { NOTES, widthOf } from './notes.ts';
import { baseKey, messagesOf } from './texts.ts';

const messages = loadAllMessages();

test('a note is about a text that exists, says something, and stands once', () => {
  const keys = NOTES.map(({ key }) => key);
  const known = new Set(messagesOf(messages.en).map(([key]) => baseKey(key)));
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { key, note, longest } of NOTES) {
    expect(note, key).not.toBe('');
    expect(longest, key).toMatch(/^(?:[1-9]\d*)?$/);
  }
});

test.each(LANGUAGES)('%s fits where room is short', (language) => {
  const limits = new Map(NOTES.filter(({ longest }) => longest !== '').map(({ key, longest }) => [key, +longest]));
  const tooLong = messagesOf(messages[language]).flatMap(([key, text]) => {
    const limit = limits.get(baseKey(key));
    return limit === undefined || widthOf(text) <= limit ? [] : [`${key} "${text}": ${widthOf(text)} > ${limit}`];
  });
  expect(tooLong).toEqual([]);
});

test.each([
  ['Buy {{amount}}', 3],
  ['買い', 4],
  ['ขึ้น', 2],
  ['매수', 4],
] as const)('"%s" is %i wide', (text, width) => expect(widthOf(text)).toBe(width));
