/** The tour moves by what happened to the option that was bought in it, and by nothing else. */
import { expect, test } from 'vitest';
import { afterEvent, receiptOf, type Tour, type TourEvent, textOf, tourOf } from './tour-steps.ts';

const opened = (path: string): TourEvent => ({ kind: 'opened', path });
const happened = (kind: 'bought' | 'settled' | 'verified', order: number): TourEvent => ({ kind, order });

test('from the market to a verified receipt', () => {
  const events: [TourEvent, Tour['step']][] = [
    [opened('/market'), 'market'],
    [opened('/cruuency'), 'buy'],
    [happened('bought', 7), 'watch'],
    [happened('settled', 7), 'settled'],
    [opened(receiptOf(7)), 'verify'],
    [happened('verified', 7), 'done'],
  ];
  let tour: Tour = { step: 'market' };
  for (const [event, step] of events) {
    tour = afterEvent(tour, event);
    expect(tour.step).toBe(step);
  }
  expect(tour).toEqual({ step: 'done', order: 7 });
});

test('other orders, other pages and events out of turn change nothing', () => {
  const tours: readonly Tour[] = [
    { step: 'market' },
    { step: 'buy' },
    { step: 'watch', order: 7 },
    { step: 'settled', order: 7 },
    { step: 'verify', order: 7 },
    { step: 'done', order: 7 },
  ];
  for (const tour of tours) {
    for (const event of [opened('/zjxq'), opened(receiptOf(8)), happened('settled', 8), happened('verified', 8)]) {
      expect(afterEvent(tour, event)).toBe(tour);
    }
  }
  // A second purchase is not the one of the tour, and nothing is proved before it is settled.
  expect(afterEvent({ step: 'watch', order: 7 }, happened('bought', 8))).toEqual({ step: 'watch', order: 7 });
  expect(afterEvent({ step: 'watch', order: 7 }, happened('verified', 7))).toEqual({ step: 'watch', order: 7 });
});

test('it is stored and read again; anything else is no tour', () => {
  for (const tour of [{ step: 'market' }, { step: 'verify', order: 12 }] as const) {
    expect(tourOf(textOf(tour))).toEqual(tour);
  }
  for (const text of [undefined, '', 'left', 'watch', 'verify x', 'verify 0']) expect(tourOf(text)).toBeUndefined();
});
