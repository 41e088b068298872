import type { Random } from '../random.ts';
import type { History } from './history.ts';

/** 1: it will rise, -1: it will fall, 0: no order. */
export type View = 1 | -1 | 0;

export interface Strategy {
  readonly name: string;
  /** Sees another venue a tick ahead of this one, as whoever pays for a faster line does. */
  readonly outside?: true;
  readonly view: (history: History, at: number, random: Random) => View;
}

const signOf = (value: number): View => (0 < value ? 1 : value < 0 ? -1 : 0);
const against = (view: View): View => (view === 0 ? 0 : view === 1 ? -1 : 1);
const MINUTE_MS = 60_000;
/** Where a bar that is split into ticks must have been by its end. */
const LATE_IN_MINUTE_MS = 35_000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
/** Most periods end at a full five minutes, for whoever starts there. */
const BEFORE_THEIR_END_MS = 20_000;

/** Knows nothing: what it earns is what is published. */
export const BLIND: Strategy = { name: 'blind', view: (_history, _at, random) => (random.chance(0.5) ? 1 : -1) };

const endsPeriod = (at: number): boolean => FIVE_MINUTES_MS - BEFORE_THEIR_END_MS <= at % FIVE_MINUTES_MS;

/** How far the others went ahead of this one. */
function lag(history: History, ticks: number): number {
  const moves = history.others.map((otherHistory) => otherHistory.move(ticks));
  return moves.reduce((sum, move) => sum + move, 0) / Math.max(1, moves.length) - history.move(ticks);
}

const MOMENTUM: readonly Strategy[] = [2, 10, 60, 300, 1_800].map((ticks) => ({
  name: `momentum ${ticks}`,
  view: (history) => signOf(history.move(ticks)),
}));

/** Bets on the opposite of each of these would be found, too: their loss is looked at as well. */
export const STRATEGIES: readonly Strategy[] = [
  ...MOMENTUM,
  ...MOMENTUM.map(({ name, view }) => ({
    name: name.replace('momentum', 'reversal'),
    view: (history: History, at: number, random: Random) => against(view(history, at, random)),
  })),
  {
    name: 'fade a spike',
    view: (history) => {
      const move = history.move(5);
      return 6 * history.volatility(60) < Math.abs(move) ? against(signOf(move)) : 0;
    },
  },
  {
    name: 'calm trends',
    view: (history) => (history.volatility(60) < history.volatility(900) ? signOf(history.move(60)) : 0),
  },
  {
    name: 'wild reverts',
    view: (history) => (history.volatility(900) < history.volatility(60) ? against(signOf(history.move(60))) : 0),
  },
  {
    name: 'volume follows',
    view: (history) => (2 * history.meanVolume(600) < history.meanVolume(10) ? signOf(history.move(10)) : 0),
  },
  {
    name: 'volume exhausts',
    view: (history) => (2 * history.meanVolume(600) < history.meanVolume(10) ? against(signOf(history.move(10))) : 0),
  },
  {
    name: 'end of the minute',
    view: (history, at) => {
      const into = at % MINUTE_MS;
      return into < LATE_IN_MINUTE_MS ? 0 : against(signOf(history.move(Math.floor(into / 1_000))));
    },
  },
  { name: 'into a period’s end', view: (history, at) => (endsPeriod(at) ? signOf(history.move(10)) : 0) },
  { name: 'out of a period’s end', view: (history, at) => (endsPeriod(at) ? against(signOf(history.move(10))) : 0) },
  ...[2, 60].flatMap((ticks): Strategy[] => {
    const view = (history: History) => signOf(lag(history, ticks));
    return [
      { name: `after the others ${ticks}`, view },
      { name: `from the others ${ticks}`, view: (history) => against(view(history)) },
    ];
  }),
  {
    name: 'another venue',
    outside: true,
    view: (history) => (history.outside === undefined ? 0 : signOf(history.outside - history.mid())),
  },
];
