import { expect, test } from 'vitest';
import type { Handler } from '../../kernel/core/types.ts';
import { MODULES } from '../../runtime/modules.ts';
import { PERSON_COMMANDS, SERVER_COMMANDS, sendersOf } from './senders.ts';

test('of each command it is decided whose session it needs: a new one joins a list', () => {
  const senders = sendersOf(MODULES);
  const undecided = MODULES.flatMap(({ handlers, internal = [] }) =>
    Object.keys(handlers as Readonly<Record<string, Handler>>).filter(
      (type) => !senders.has(type) && !SERVER_COMMANDS.includes(type) && !internal.includes(type),
    ),
  );
  expect(undecided).toEqual([]);
});

test('no command is on two lists, and none on a list is unknown', () => {
  const types = new Set(MODULES.flatMap(({ handlers }) => Object.keys(handlers)));
  expect([...PERSON_COMMANDS, ...SERVER_COMMANDS].filter((type) => !types.has(type))).toEqual([]);
  expect(PERSON_COMMANDS.filter((type) => SERVER_COMMANDS.includes(type))).toEqual([]);
});
