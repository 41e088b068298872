import { expect, test } from 'vitest';
import { layoutFaults } from './documents.ts';

const ENGLISH = '# Title\n\nOne.\nTwo.\n\n- a\n- b';

test.each([
  ['the same layout', '# Titel\n\nEins.\nZwei.\n\n- a\n- b', []],
  ['a paragraph lost', '# Titel\n\nEins.\nZwei.', ['3 paragraphs, not 2']],
  ['two paragraphs in one', '# Titel\n\nEins.\nZwei.\n- a\n- b', ['3 paragraphs, not 2']],
  ['a bullet lost', '# Titel\n\nEins.\nZwei.\n\n- a', ['2 bullets in paragraph 3, not 1']],
  ['a bullet as plain text', '# Titel\n\nEins.\nZwei.\n\n- a\nb', ['2 bullets in paragraph 3, not 1']],
  ['a line lost', '# Titel\n\nEins.\n\n- a\n- b', ['2 lines in paragraph 2, not 1']],
] as const)('finds: %s', (_, text, expected) => expect(layoutFaults(ENGLISH, text)).toEqual(expected));
