import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';

export type AlertState = 'active' | 'fired' | 'removed';
export type AlertDirection = 'above' | 'below';

/** The tick that fired it. Prices in points, time in epoch ms. */
export type AlertTick = {
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
};

/** A row of `price_alerts`. Prices in points. */
export type PriceAlert = {
  readonly id: number;
  readonly user_id: number;
  /** The book the user was on; prices are the same on both. */
  readonly book: Book;
  readonly code: string;
  readonly precision: number;
  readonly direction: AlertDirection;
  readonly points: number;
  /** The tick whose mid decided the direction. */
  readonly judged_by: number;
  readonly state: AlertState;
  readonly placed_at: number;
  readonly fired_at: number | null;
  readonly tick: AlertTick | null;
  readonly closed_by: number | null;
};

export const ALERTS_TABLE = {
  table: 'price_alerts',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    book: 'text',
    code: 'text',
    precision: 'integer',
    direction: 'text',
    points: 'bigint',
    judged_by: 'bigint',
    state: 'text',
    placed_at: 'timestamptz',
    fired_at: 'timestamptz',
    tick: 'jsonb',
    closed_by: 'bigint',
  },
  live: 'closed_by is null',
} as const satisfies TableSpec<PriceAlert>;

/** What a price must reach, and from which side. */
export type AlertLevel = Pick<PriceAlert, 'direction' | 'points'>;

/**
 * An alert of an opening waits for any price at all, once the market is open: every one is at or
 * above the least there is. No price alert has this level above the price.
 */
export const opening: AlertLevel = { direction: 'above', points: 1 };
export const isOpening = ({ direction, points }: AlertLevel): boolean =>
  direction === opening.direction && points === opening.points;

export const alertChange = (alert: PriceAlert): RowChange => changeOf(ALERTS_TABLE, alert);
