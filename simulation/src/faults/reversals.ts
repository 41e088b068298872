import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@glasshouse/server/platform/postgres';
import { type Guest, isAccepted, placeOne, readOpenPositions, resolve, type Submission, submit } from './load.ts';
import { plainPosition } from './orders.ts';

/** A hang guard only. */
const DONE_MAX_MS = 600_000;
const LOOK_MS = 50;

/** Gives each guest a position that stays open until it is reversed. */
export async function openPlainPositions(url: string, guests: readonly Guest[], to: Submission[]): Promise<void> {
  const lack = async (guest: Guest): Promise<void> => {
    if ((await reversible(url, guest)) === undefined)
      await placeOne(url, { guest, to, ...plainPosition(guest.userId) });
  };
  await Promise.all(guests.map(lack));
}

/**
 * Reversals of the position that each guest has open, not yet sent: a kill right after they are
 * falls into their taking, or between that and the tick that carries them out.
 */
export async function prepareReversals(url: string, guests: readonly Guest[]): Promise<readonly Submission[]> {
  const prepared = guests.map(async (guest): Promise<Submission[]> => {
    const id = await reversible(url, guest);
    if (id === undefined) return [];
    return [{ ...guest, key: randomUUID(), kind: 'reversals', body: { id }, answer: undefined, retried: false }];
  });
  return (await Promise.all(prepared)).flat();
}

/**
 * Sends them at once; `first` is when one is accepted, or all were refused: a refusal waits for
 * nothing, and a kill right after it would come before any acceptance. `all` is when every one has
 * come back.
 */
export function reverseAll(
  url: string,
  reversals: readonly Submission[],
): { readonly first: Promise<unknown>; readonly all: Promise<unknown> } {
  const sent = reversals.map(async (reversal) => {
    reversal.answer = await submit(url, reversal);
    return isAccepted(reversal);
  });
  const accepted = sent.map(async (answered) => (await answered) || Promise.reject());
  return { first: Promise.any(accepted).catch(() => undefined), all: Promise.all(sent) };
}

/** Undefined without one, or without an answer. */
async function reversible(url: string, guest: Guest): Promise<number | undefined> {
  const positions = await readOpenPositions(url, guest);
  return positions.find(
    ({ closingLots, stopLoss, targets, trailing }) =>
      closingLots === null && stopLoss === null && targets === undefined && trailing === undefined,
  )?.id;
}

/** Sends answered ones once more under their ids: the answers must be the same to the letter. */
export async function askAgain(url: string, reversals: readonly Submission[]): Promise<readonly string[]> {
  const findings = reversals.map(async (reversal) => {
    const { answer, userId, key } = reversal;
    const again = await resolve(() => submit(url, reversal), key);
    if (again.text === answer?.text) return [];
    return [`reversal ${userId}:${key} was answered ${answer?.text}, and asked again ${again.text}`];
  });
  return (await Promise.all(findings)).flat();
}

/** A reversal as stored: the order that it opens beside the position that it closes. */
interface Halves {
  readonly id: number;
  readonly reverses: number;
  readonly state: string;
  readonly closed_by: string | null;
  readonly placed_at: number;
  /** Opened, or cancelled. */
  readonly decided_at: number | null;
  /** Opened at this tick, or cancelled at it. */
  readonly decided: number | null;
  readonly is_opposite: boolean;
  readonly old_state: string;
  readonly is_named: boolean;
  /** The tick that ended the position; null while it is open. */
  readonly ended: number | null;
}

const HALVES = `
  select new.id, new.reverses, new.state, new.closed_by, new.placed_at, coalesce(new.opened_at, new.settled_at) as decided_at,
         coalesce(new.open_seq, (select tick_seq from contract_steps where order_id = new.id and kind = 'cancelled')) as decided,
         new.side <> old.side and new.leverage = old.leverage and new.lots = coalesce(final.lots, old.open_lots) as is_opposite,
         old.state as old_state, old.reversed_by is not distinct from new.id as is_named, final.tick_seq as ended
    from contract_orders new
    join contract_orders old on old.id = new.reverses
    left join contract_steps final on final.order_id = old.id and final.kind in ('closed', 'liquidated')
   where new.user_id = any($1::bigint[])
   order by new.id`;

/**
 * Waits until no reversal is on its way, and tells of each that was done by half: the position must
 * have ended at the tick that opened the other one, or both are as if nothing had been asked.
 * `between` counts those that the kill found accepted and not carried out; where the start takes
 * longer than they wait for a price, they expire after it.
 */
export async function auditReversals(
  pool: Pool,
  run: { readonly submissions: readonly Submission[]; readonly killedAt: number },
): Promise<{ readonly findings: readonly string[]; readonly between: number }> {
  const reversals = run.submissions.filter(({ kind }) => kind === 'reversals');
  const all = await settledHalves(pool, [...new Set(reversals.map(({ userId }) => userId))]);
  const accepted = new Map(
    reversals.flatMap(({ answer, body }) => (answer?.orderId === undefined ? [] : [[Number(answer.orderId), body]])),
  );
  const findings = all.flatMap((halves) => {
    const problem = accepted.has(halves.id) ? problemOf(halves) : 'was never accepted';
    return problem === undefined ? [] : [`reversal ${halves.id} of ${halves.reverses} ${problem}`];
  });
  if (all.length !== accepted.size) findings.push(`${all.length} reversals exist, ${accepted.size} were accepted`);
  const wasBetween = ({ placed_at, decided_at }: Halves): boolean =>
    placed_at < run.killedAt && decided_at !== null && run.killedAt < decided_at;
  return { findings, between: all.filter(wasBetween).length };
}

async function settledHalves(pool: Pool, users: readonly number[]): Promise<readonly Halves[]> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await pool.query<Halves>(HALVES, [users]);
    if (rows.every(({ state }) => state !== 'waiting') || DONE_MAX_MS < performance.now() - startedAt) return rows;
    await sleep(LOOK_MS);
  }
}

function problemOf(halves: Halves): string | undefined {
  const { state, closed_by, decided, is_opposite, old_state, is_named, ended } = halves;
  if (!is_opposite) return 'is not the opposite of the position';
  switch (state) {
    case 'waiting':
      return 'is still on its way';
    case 'cancelled': {
      // Without a price both are forgotten; a gap that no market order follows closes only.
      if (closed_by === 'expired') return is_named ? `expired, but the position (${old_state}) names it` : undefined;
      const isGap = closed_by === 'moved' && is_named && ended !== null && ended === decided;
      return isGap ? undefined : `was cancelled (${closed_by}) at tick ${decided}, the position ended at ${ended}`;
    }
    default:
      if (is_named && ended !== null && ended === decided) return undefined;
      return `opened at tick ${decided}, the position (${old_state}) ended at ${ended}`;
  }
}
