import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MODULES } from '../../runtime/modules.ts';
import { sendersOf } from './senders.ts';

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

const messages = new URL('../../../../../packages/i18n/src/messages/en/records.json', import.meta.url);
const { actionName } = JSON.parse(readFileSync(messages, 'utf8')) as { readonly actionName: Names };

test('every action of an operator has a name for the console, and no name is left over', () => {
  const logged = [...sendersOf(MODULES)].filter(([, sender]) => sender === 'operator').map(([type]) => type);
  const named = Object.entries(actionName).flatMap(([group, names]) =>
    Object.keys(names).map((action) => `${group}.${action}`),
  );
  // A request that was made is logged under a type that nobody sends.
  expect(named.toSorted()).toEqual([...logged, 'request.ask'].toSorted());
});
