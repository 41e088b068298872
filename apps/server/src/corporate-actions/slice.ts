import type { Ratio } from '@glasshouse/rules/corporate-actions';
import { priceOf, priceOfPoints } from '@glasshouse/rules/money';
import { notOwned } from '../kernel/core/effects.ts';
import { sliceOf } from '../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../kernel/core/types.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import type { PriceChanges } from '../market-data/tape/price-changes.ts';
import type { CorporateAction, CorporateActionKind, CorporateNotice, PriceRelease } from './rows.ts';

export const CORPORATE_ACTIONS = { name: 'corporate-actions' } as const;

export type CorporateActionRows = {
  readonly corporate_actions: CorporateAction;
  readonly price_releases: PriceRelease;
  readonly corporate_notices: CorporateNotice;
};

export interface CorporateActionsSlice {
  /** Scheduled and applied ones. */
  readonly actions: Map<number, CorporateAction>;
  readonly byCode: Map<string, Set<number>>;
  readonly scheduled: Set<number>;
  /** The newest of each instrument. */
  readonly releases: Map<string, PriceRelease>;
}

export const emptySlice = (): CorporateActionsSlice => ({
  actions: new Map(),
  byCode: new Map(),
  scheduled: new Set(),
  releases: new Map(),
});

export const corporateActionsOf = (state: CoreState): CorporateActionsSlice =>
  sliceOf<CorporateActionsSlice>(state, CORPORATE_ACTIONS);

export function reduce(slice: CorporateActionsSlice, change: ChangeOf<CorporateActionRows>): void {
  switch (change.table) {
    case 'corporate_actions':
      reduceAction(slice, change.row);
      return;
    case 'price_releases': {
      const before = slice.releases.get(change.row.code);
      if (before === undefined || before.seq < change.row.seq) slice.releases.set(change.row.code, change.row);
      return;
    }
    case 'corporate_notices':
      return;
    default:
      notOwned(CORPORATE_ACTIONS.name, change);
  }
}

function reduceAction({ actions, byCode, scheduled }: CorporateActionsSlice, row: CorporateAction): void {
  const ids = byCode.get(row.code) ?? new Set<number>();
  if (row.state === 'scheduled') scheduled.add(row.id);
  else scheduled.delete(row.id);
  if (row.state === 'scheduled' || row.state === 'applied') {
    actions.set(row.id, row);
    byCode.set(row.code, ids.add(row.id));
    return;
  }
  actions.delete(row.id);
  ids.delete(row.id);
  if (ids.size === 0) byCode.delete(row.code);
}

/** Those of an instrument, by their moment. */
export const actionsOf = ({ actions, byCode }: CorporateActionsSlice, code: string): CorporateAction[] =>
  [...(byCode.get(code) ?? [])].map((id) => actions.get(id) as CorporateAction).sort(byMoment);

export const byMoment = (left: CorporateAction, right: CorporateAction): number =>
  left.effective_at - right.effective_at || left.id - right.id;

/** Actions after which there is no price of what was traded: what is open ends at the last one. */
export const endsTrading = (kind: CorporateActionKind): boolean => kind === 'delisting' || kind === 'roll';

/**
 * Whether a tick means something else than what is open on its instrument: an action that it should
 * have carried out could not be. Nothing fires by it then.
 */
export function awaitsAction(state: CoreState, { code, at }: { readonly code: string; readonly at: number }): boolean {
  if (!state.slices.has(CORPORATE_ACTIONS.name)) return false;
  const slice = corporateActionsOf(state);
  if (!slice.byCode.has(code)) return false;
  return actionsOf(slice, code).some(
    ({ effective_at: from, demo_seq: demo, real_seq: real }) => from <= at && (demo === null || real === null),
  );
}

export const precisionOf = (instrument: string): number | undefined =>
  CATALOGUE.find((listed) => listed.code === instrument)?.precision;

const pointsOf = (amount: string, precision: number): number => Number(priceOf(amount) / priceOfPoints(1, precision));

/** For the tape: the slice as it is at the time of each question. */
export function priceChangesOf(slice: () => CorporateActionsSlice): PriceChanges {
  const within = (code: string, after: number, upTo: number): CorporateAction[] => {
    const current = slice();
    if (!current.byCode.has(code)) return [];
    return actionsOf(current, code).filter(({ effective_at: at }) => after < at && at <= upTo);
  };
  return {
    ratioBetween: (code, after, upTo) => {
      const found = within(code, after, upTo).filter(({ kind }) => kind === 'split');
      if (found.length === 0) return undefined;
      return found.reduce<Ratio>(
        (all, { numerator, denominator }) => ({
          numerator: all.numerator * numerator,
          denominator: all.denominator * denominator,
        }),
        { numerator: 1, denominator: 1 },
      );
    },
    dividendsBetween: (code, after, upTo) => {
      const precision = precisionOf(code);
      if (precision === undefined) return 0;
      return within(code, after, upTo).reduce(
        (points, { amount }) => points + (amount === null ? 0 : pointsOf(amount, precision)),
        0,
      );
    },
    changesBetween: (code, after, upTo) => within(code, after, upTo).some(({ kind }) => kind !== 'symbolChange'),
    releasedLevel: (code, after) => {
      const release = slice().releases.get(code);
      return release !== undefined && after < release.at ? release.points : undefined;
    },
    hasEnded: (code, at) =>
      slice().byCode.has(code) &&
      actionsOf(slice(), code).some(({ kind, effective_at: from }) => kind === 'delisting' && from <= at),
  };
}
