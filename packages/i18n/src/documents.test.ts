import { expect, test } from 'vitest';
import { documentsIn } from './documents.ts';

test('a file is cut into its documents, each with its title', () => {
  const file = '@= noOperator not named\n@@ 1 About us\nWe are.\n@@ 101 What is it?\nA place.\n';
  expect([...documentsIn(file)]).toEqual([
    [1, { title: 'About us', content: 'We are.' }],
    [101, { title: 'What is it?', content: 'A place.' }],
  ]);
});
