import type { Amount, Rate } from '../money.ts';
import type { Json } from './document.ts';
import type { Entry } from './entries.ts';
import type { Queue } from './spot-queue.ts';
import type { TriggerConditions } from './spot-trigger.ts';

/** An entry by number and time. */
export type At = Pick<Entry, 'seq' | 'at'>;

export interface Fill {
  readonly points: number;
  readonly quantity: Amount;
  readonly role: 'maker' | 'taker';
  readonly house: boolean;
  readonly tickSeq: number | undefined;
  readonly shown: Json;
}

export interface Order {
  readonly id: number;
  readonly placed: Entry;
  readonly type: string;
  /** Whether it waits for its trigger; the limit order of a one-cancels-other rests meanwhile. */
  readonly isWaiting: boolean;
  readonly waits: TriggerConditions | undefined;
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly side: 'buy' | 'sell';
  readonly limit: number | null;
  readonly quantity: Amount | null;
  readonly budget: Amount | null;
  readonly terms: Json;
  readonly precision: number;
  readonly makerRate: Rate;
  readonly takerRate: Rate;
  /** The earliest time of a price that fills it where it rests, or triggers it; null: any. */
  readonly crossesFrom: number | null;
  /** While it waits for the price at which it meets the house's quotes. */
  readonly queue?: Queue | undefined;
}
