import { code } from '@glasshouse/api/codes';
import {
  LIMIT_LEVELS,
  LIMIT_WINDOWS,
  type LimitKind,
  type LimitLevel,
  type LimitTable,
  type LimitWindow,
} from '@glasshouse/api/kyc-limits';
import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import { parameterOf } from '../authority/slice.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Command, CoreState, Refusal, RowChange } from '../kernel/core/types.ts';
import { type Usage, usageChange } from './rows.ts';
import { KYC_LEVELS_MODULE, levelsOf, usageKey } from './slice.ts';
import { identityOf } from './standing.ts';
import { NO_USAGE, type UsageCounts, usedAt, withoutUse, withUse } from './windows.ts';

const RULES_FROM = 10;

/** Whether commands of this book are counted. Logs of before knew no limits. */
export const countsLimits = (state: CoreState, { book }: Pick<Command, 'book'>): boolean =>
  book === 'real' && RULES_FROM <= rulesOf(state) && state.slices.has(KYC_LEVELS_MODULE.name);

const tableOf = (state: CoreState, level: LimitLevel): LimitTable => parameterOf(state, `kyc.limits_${level}`);

export type Limits = { readonly [Window in LimitWindow]?: Amount };

/** The limits of a level; a window without one is unlimited. */
export function limitsIn(table: LimitTable, kind: LimitKind): Limits {
  const found = LIMIT_WINDOWS.flatMap((window) => {
    const limit = table[`${kind}_${window}`];
    return limit === undefined ? [] : [[window, amountOf(limit)] as const];
  });
  return Object.fromEntries(found);
}

export const limitsFor = (state: CoreState, userId: number, kind: LimitKind): Limits =>
  limitsIn(tableOf(state, identityOf(state, userId)), kind);

/**
 * Whether trades are limited for anybody. Where they are not, they are not counted either: orders
 * are too many to write a row for nothing.
 */
export const limitsTrading = (state: CoreState): boolean =>
  LIMIT_LEVELS.some((level) => LIMIT_WINDOWS.some((window) => `trading_${window}` in tableOf(state, level)));

export const usageOf = (state: CoreState, userId: number, kind: LimitKind): UsageCounts =>
  levelsOf(state).usage.get(usageKey(userId, kind)) ?? NO_USAGE;

/** The first window whose limit this much more would exceed. */
export function exceededBy(counts: UsageCounts, limits: Limits, use: { worth: Amount; at: number }) {
  const used = usedAt(counts, use.at);
  return LIMIT_WINDOWS.find((window) => {
    const limit = limits[window];
    return limit !== undefined && limit < add(used[window], use.worth);
  });
}

const CODES = {
  day: code.identityLimitDay,
  month: code.identityLimitMonth,
  total: code.identityLimitTotal,
} as const satisfies Readonly<Record<LimitWindow, number>>;

interface LimitedUse {
  readonly userId: number;
  readonly kind: LimitKind;
  /** In USDT; null without a price. */
  readonly worth: Amount | null;
  readonly at: number;
  readonly field: string;
}

/**
 * Why the level of the person does not allow it: 10022 where nobody checked them and nothing of the
 * kind is allowed before, 10015 where a limit applies and nothing prices the asset, else 11440,
 * 11441 or 11442 by the first window that has too little left.
 */
export function refuseBeyond(state: CoreState, use: LimitedUse): Refusal | undefined {
  const { userId, kind, worth, at, field } = use;
  const limits = limitsFor(state, userId, kind);
  if (Object.keys(limits).length === 0) return undefined;
  if (worth === null) return refuse(code.notTradable, field);
  const exceeded = exceededBy(usageOf(state, userId, kind), limits, { worth, at });
  return exceeded === undefined ? undefined : refuse(codeOf(state, userId, { limits, exceeded }), field);
}

/** Where nothing is allowed before a check, the check is what is missing. */
function codeOf(state: CoreState, userId: number, excess: { limits: Limits; exceeded: LimitWindow }): number {
  const allowsNothing = LIMIT_WINDOWS.some((window) => excess.limits[window] === ZERO);
  if (allowsNothing && identityOf(state, userId) === 'none') return code.notVerified;
  return CODES[excess.exceeded];
}

/**
 * Whether what was counted is more than the level allows now: after a verification was taken back,
 * nothing that was asked for before leaves either.
 */
export function refuseOverdrawn(state: CoreState, userId: number, kind: LimitKind): Refusal | undefined {
  if (!countsLimits(state, { book: 'real' })) return undefined;
  const limits = limitsFor(state, userId, kind);
  const counts = usageOf(state, userId, kind);
  const exceeded = exceededBy(counts, limits, { worth: ZERO, at: state.lastAt });
  return exceeded === undefined ? undefined : refuse(codeOf(state, userId, { limits, exceeded }));
}

/** What one command changes of what people used. */
export class UsageChanges {
  readonly #state: CoreState;
  readonly #command: Pick<Command, 'seq' | 'at'>;
  readonly #changed = new Map<string, Usage>();

  constructor(state: CoreState, command: Pick<Command, 'seq' | 'at'>) {
    this.#state = state;
    this.#command = command;
  }

  countsOf(userId: number, kind: LimitKind): UsageCounts {
    return this.#rowOf(userId, kind) ?? NO_USAGE;
  }

  add(userId: number, kind: LimitKind, worth: Amount): void {
    if (worth === ZERO) return;
    const { seq, at } = this.#command;
    const before = this.#rowOf(userId, kind);
    this.#save({ since: seq, ...before, ...withUse(before ?? NO_USAGE, worth, at), user_id: userId, kind });
  }

  /** Takes back what an entry counted, as far as it was counted. */
  giveBack(
    userId: number,
    kind: LimitKind,
    use: { readonly worth: Amount; readonly countedBy: number; readonly countedAt: number },
  ): void {
    const before = this.#rowOf(userId, kind);
    if (before === undefined || use.countedBy < before.since || use.worth === ZERO) return;
    this.#save({ ...before, ...withoutUse(before, use.worth, use.countedAt) });
  }

  get rows(): readonly RowChange[] {
    return [...this.#changed.values()].map(usageChange);
  }

  #rowOf(userId: number, kind: LimitKind): Usage | undefined {
    const key = usageKey(userId, kind);
    return this.#changed.get(key) ?? levelsOf(this.#state).usage.get(key);
  }

  #save(row: Omit<Usage, 'changed_at'>): void {
    this.#changed.set(usageKey(row.user_id, row.kind), { ...row, changed_at: this.#command.at });
  }
}
