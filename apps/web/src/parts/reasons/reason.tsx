import type { Derived as Derivation, Term } from '@glasshouse/rules/derivations/terms';
import { Figure, type FigureProps } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { moneyPlaces } from '../money/money.tsx';

export interface Sources {
  /** The page of the order, with the ticks that decided it and their proofs. */
  readonly order?: string | undefined;
  /** Of a figure that was booked: where its postings are. */
  readonly ledger?: string | undefined;
  /** Ledger lines of single inputs, on the page that shows the figure. */
  readonly lines?: Readonly<Partial<Record<Term, string>>> | undefined;
}

export interface Reason {
  /** What the figure is; names it for screen readers and heads its reason. */
  readonly name: string;
  /** A sentence about it. */
  readonly text?: ReactNode | undefined;
  /** Where its inputs come from. */
  readonly sources?: Sources | undefined;
}

export type FigureFormat = Omit<FigureProps, 'value' | 'places'> & {
  readonly places?: number | undefined;
  /** Instead of as an amount: the same for the figure and the last line of its reason. */
  readonly show?: ((value: string) => ReactNode) | undefined;
  /** `show` rounds: the reason has the exact amount as well. */
  readonly isRounded?: boolean | undefined;
};

export interface OpenedReason extends Reason {
  readonly derivation: Derivation | undefined;
  readonly shown: FigureFormat;
}

/** The figure itself, and the last line of its reason: the same either way. */
export const figureOf = (value: string, { show, places, isRounded: _, ...figure }: FigureFormat): ReactNode =>
  show?.(value) ?? <Figure {...figure} value={value} places={places ?? moneyPlaces(value)} />;
