import type { MessageKey } from '@glasshouse/i18n';
import type { ReactNode } from 'react';
import type { Quote } from '../../live/market.ts';
import { LiveChange, LivePrice, LiveSparkline } from './live-cells.tsx';
import styles from './market-list.module.css';

interface MarketColumn {
  readonly id: string;
  readonly label: MessageKey;
  /** The value that it sorts by; without one, its header is no button. */
  readonly sortBy?: keyof Quote;
  readonly Cell: (props: { code: string; className?: string | undefined }) => ReactNode;
  readonly className: string | undefined;
  readonly headClassName: string | undefined;
  readonly skeletonWidth: string;
}

/**
 * The columns of the market list after the name: header, cell, skeleton and sorting follow from
 * here. Their widths are in the grids of the style sheet.
 */
export const MARKET_COLUMNS: readonly MarketColumn[] = [
  {
    id: 'trend',
    label: 'market:list.trend',
    Cell: LiveSparkline,
    className: styles.spark,
    headClassName: styles.headSpark,
    skeletonWidth: '0.96rem',
  },
  {
    id: 'price',
    label: 'market:list.price',
    sortBy: 'price',
    Cell: LivePrice,
    className: styles.price,
    headClassName: styles.headPrice,
    skeletonWidth: '0.72rem',
  },
  {
    id: 'change',
    label: 'market:list.change',
    sortBy: 'change',
    Cell: LiveChange,
    className: styles.change,
    headClassName: styles.change,
    skeletonWidth: '0.56rem',
  },
];
