import { describe, expect, it } from 'vitest';
import { Attention } from './attention.ts';
import { type IdlePrices, type MarketPace, PaceKeeper } from './market-pace.ts';

const START = 1_000_000;

describe('the pace of prices', () => {
  it.each<{ idle: IdlePrices; hasOpen: boolean; sinceLook: number; pace: MarketPace }>([
    { idle: 'asleep', hasOpen: false, sinceLook: 59_999, pace: 'live' },
    { idle: 'asleep', hasOpen: false, sinceLook: 60_000, pace: 'asleep' },
    { idle: 'asleep', hasOpen: true, sinceLook: 60_000, pace: 'batched' },
    { idle: 'batched', hasOpen: false, sinceLook: 60_000, pace: 'batched' },
    { idle: 'live', hasOpen: false, sinceLook: 86_400_000, pace: 'live' },
  ])('IDLE_PRICES=$idle, something open: $hasOpen, $sinceLook ms after a look: $pace', (row) => {
    const keeper = new PaceKeeper({ idle: row.idle, hasOpen: () => row.hasOpen, startedAt: 0 });
    keeper.look(START);
    expect(keeper.paceAt(START + row.sinceLook)).toBe(row.pace);
  });

  it('is live for some seconds after a command of the server itself, and never shorter than before', () => {
    const keeper = new PaceKeeper({ idle: 'asleep', hasOpen: () => false, startedAt: 0 });
    keeper.ask(START);
    expect([START + 4_999, START + 5_000].map((at) => keeper.paceAt(at))).toEqual(['live', 'asleep']);
    keeper.look(START + 10_000);
    keeper.ask(START + 11_000);
    expect(keeper.paceAt(START + 69_999)).toBe('live');
  });
});

describe('attention', () => {
  it('is told once a second, and keeps whoever finds prices asleep waiting until they are awake', async () => {
    let at = 0;
    const calls: number[] = [];
    const attention = new Attention(
      () => void calls.push(at),
      () => at,
    );
    await attention.look();
    at = 999;
    await attention.look();
    at = 1_000;
    await attention.look();
    expect(calls).toEqual([0, 1_000]);
    attention.receive(true);
    let isServed = false;
    const waiting = Promise.all([attention.look(), attention.look()]).then(() => {
      isServed = true;
    });
    await Promise.resolve();
    expect([isServed, calls.length]).toEqual([false, 3]);
    attention.receive(false);
    await waiting;
    expect(isServed).toBe(true);
    await attention.look();
  });
});
