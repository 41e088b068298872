import { expect, test } from 'vitest';
import { englishWordsIn } from './english-words.ts';

test.each([
  ['de', 'Der Kurs, an dem die Order wartet, was sie kostet', []],
  ['de', 'The Kurs of heute', ['the', 'of']],
  ['de', 'Buy and Hold: die Strategie is einfach', []],
  ['fr', 'On a la version as is', []],
  ['fr', 'Le prix of your ordre', ['of', 'your']],
  ['it', 'In no caso a te', []],
  ['it', 'Il prezzo is with commissione', ['is', 'with']],
  ['es', 'No has enviado la orden', []],
  ['es', 'La orden from the mercado', ['from', 'the']],
  ['es', 'Elige {{the}} {{of}}', []],
  ['ja', 'the price of 注文', []],
] as const)('%s "%s": %j', (language, text, expected) => expect(englishWordsIn(language, text)).toEqual(expected));
