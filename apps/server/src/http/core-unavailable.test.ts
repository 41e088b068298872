import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { CommandInput } from '../kernel/core/types.ts';
import { answeringBus } from './core-unavailable.ts';

test('while the disk is full commands are refused before the core has them, and taken again afterwards', async () => {
  const handled: string[] = [];
  const bus = {
    submit: async ({ id }: CommandInput) => {
      handled.push(id);
      return { seq: 1, code: 200, result: null };
    },
  } as unknown as CoreBus;
  let isFull = true;
  const guarded = answeringBus(bus, () => isFull);
  const order = (id: string): CommandInput => ({ id, userId: 7, book: 'demo', type: 'option.buy', body: {} });
  expect(await guarded.submit(order('first'))).toEqual({ seq: 0, code: code.coreUnavailable, result: null });
  isFull = false;
  expect(await guarded.submit(order('second'))).toMatchObject({ code: 200 });
  expect(handled).toEqual(['second']);
});
