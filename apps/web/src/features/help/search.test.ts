import { expect, test } from 'vitest';
import { found } from './search.ts';

const question = (title: string, answer: string) => ({ title, blocks: [{ spans: [{ text: answer }] }] });
const QUESTIONS = [
  question('How do I deposit?', 'Choose coin and network. A withdrawal is another matter.'),
  question('What does a withdrawal cost?', 'The fee is shown.'),
  question('Was kostet eine Gebühr?', 'Nichts.'),
  question('كيف أحمي حسابي؟', 'بكلمة مرور طويلة.'),
  question('怎样保护账户？', '使用长密码。'),
];

test.each([
  ['withdrawal', ['What does a withdrawal cost?', 'How do I deposit?']],
  ['COST fee', ['What does a withdrawal cost?']],
  ['gebuhr', ['Was kostet eine Gebühr?']],
  ['احمي', ['كيف أحمي حسابي؟']],
  ['密码', ['怎样保护账户？']],
  ['cost banana', []],
])('%s', (typed, titles) => {
  expect(found(QUESTIONS, typed).map(({ title }) => title)).toEqual(titles);
});

test('without a word everything stays in its order', () => {
  expect(found(QUESTIONS, '  ')).toEqual(QUESTIONS);
});
