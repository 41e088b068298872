import { amountOf, formatAmount, formatRate, parseAmount, rateOf } from '../money.ts';
import { daysDue, exitSums, firstDayOf, PLAN_PAID_WITHIN_MS, paidAt, planSums } from '../plans.ts';
import { countOf, isoOf, isoOrNull, isRecord, type Json, recordOf, textOf } from './document.ts';
import { type Entry, names } from './entries.ts';
import { ExpectedLines, expectLines } from './ledger.ts';
import { expectFields, FREE, type Proving } from './proving.ts';

/** What was agreed at the sale. */
interface Agreed {
  readonly product: number;
  readonly terms: Json;
  readonly asset: string;
  readonly amount: ReturnType<typeof amountOf>;
  readonly daily: ReturnType<typeof amountOf>;
  readonly promised: ReturnType<typeof amountOf>;
  readonly days: number;
  readonly firstDay: number;
}

/** How it stands, and what it moved. */
interface Standing {
  readonly state: string;
  readonly paid: number;
  readonly penalty: string | null;
  readonly closedAt: number | null;
}

/**
 * A plan: what it pays follows from the terms in force at the sale, one day after the other, each
 * once and none before it was over.
 */
export function provePlan(document: Json, by: Proving): void {
  const { found, entries, ticks } = by;
  const shown = recordOf(document.plan, 'the plan');
  const id = countOf(shown.id, 'the number of the plan');
  const bought = entries.need(['plans.buy'], ({ seq }) => seq === id, 'the purchase');
  by.owner(bought);
  const agreed = agreedIn(bought, by);
  const { terms, asset, amount, daily, promised, days, firstDay } = agreed;
  const lines = new ExpectedLines();
  lines.within(bought, { from: 'available', to: 'plan', asset, amount, reason: 'plans.principal' });
  const seqs = new Set([id]);
  const standing = standingOf(id, { agreed, bought, by, lines, seqs });
  lackWhatIsDue(by, agreed, standing);
  expectLines(found, document.lines, { lines, ref: String(id), book: bought.book });
  expectFields(by, 'the plan', shown, {
    id,
    productId: agreed.product,
    termsVersion: isRecord(bought.result) ? bought.result.termsVersion : null,
    kind: terms.kind,
    asset,
    amount: formatAmount(amount),
    dailyYield: formatRate(rateOf(textOf(terms.dailyRate, 'a rate'))),
    dailyAmount: formatAmount(daily),
    cycleDays: days,
    paidDays: standing.paid,
    earned: formatAmount((daily * BigInt(standing.paid)) as typeof daily),
    promised: formatAmount(promised),
    exitPenaltyRate: formatRate(rateOf(textOf(terms.penaltyRate, 'a rate'))),
    state: standing.state,
    boughtAt: isoOf(bought.at),
    startedAt: isoOf(paidAt(firstDay - 1)),
    maturesAt: isoOf(paidAt(firstDay + days - 1)),
    penalty: standing.penalty,
    closedAt: isoOrNull(standing.closedAt),
    name: FREE,
  });
  entries.expectShown(document.log, seqs);
  const { plan, log, lines: listed, proof } = document;
  expectFields(by, 'the receipt', document, { plan, log, ticks: [], lines: listed, proof });
  ticks.expectAllUsed();
}

/**
 * What should have been paid by the time of the receipt and is not in it. Nothing else would show
 * that payments were left out, or never made: fewer of them fit together as well. A plan that was
 * left was paid up to then by the command that ended it.
 */
function lackWhatIsDue({ found, proof }: Proving, { firstDay, days }: Agreed, { state, paid }: Standing): void {
  if (state !== 'earning' && state !== 'expired') return;
  const issued = Date.parse(textOf(proof.issuedAt, 'the time of the receipt'));
  found.expect('seal', Number.isFinite(issued), 'it does not say when it was made');
  const at = Math.max(issued, countOf(recordOf(proof.anchor, 'the head of the log').at, 'a time'));
  const missing = daysDue({ firstDay, days }, at - PLAN_PAID_WITHIN_MS) - paid;
  if (0 < missing) found.lack('days', `the yield of ${missing} day(s) was due by then and is not in it`, missing);
  if (state === 'expired' && 0 <= missing) found.lack('principal', 'the principal was due by then and is not in it');
}

function agreedIn(bought: Entry, { found, entries }: Proving): Agreed {
  const product = countOf(bought.body.product, 'a product');
  const version = countOf(recordOf(bought.result, 'the purchase').termsVersion, 'a version');
  const terms = entries.terms('plans.define', 'code', `plan${product}`, version);
  const amount = parseAmount(textOf(bought.body.amount, 'an amount')) ?? amountOf('0');
  const min = amountOf(textOf(terms.min, 'an amount'));
  const max = amountOf(textOf(terms.max, 'an amount'));
  found.expect('terms', min <= amount && amount <= max, 'the principal is not what the terms allow');
  const days = countOf(terms.days, 'a number of days');
  const sums = planSums(amount, rateOf(textOf(terms.dailyRate, 'a rate')), days);
  return {
    product,
    terms,
    amount,
    days,
    ...sums,
    asset: textOf(terms.asset, 'an asset'),
    firstDay: firstDayOf(bought.at),
  };
}

function standingOf(
  id: number,
  plan: {
    readonly agreed: Agreed;
    readonly bought: Entry;
    readonly by: Proving;
    readonly lines: ExpectedLines;
    readonly seqs: Set<number>;
  },
): Standing {
  const { agreed, by, lines, seqs } = plan;
  const { found, entries } = by;
  const { asset, daily, days, firstDay, product, amount } = agreed;
  const reserve = `reserve.plan${product}`;
  let paid = 0;
  const payDay = (entry: Entry): void => {
    found.expect('window', paidAt(firstDay + paid) <= entry.at, `day ${paid + 1} was paid before it was over`);
    found.expect('amounts', paid < days, 'more days were paid than agreed');
    lines.with(entry, { account: 'available', contra: reserve, asset, amount: daily, reason: 'plans.yield' });
    paid += 1;
  };
  for (const entry of entries.all) {
    if (entry.type !== 'plans.pay' || entry.code !== 200 || !names(entry, id, 'plans')) continue;
    entries.use(entry);
    seqs.add(entry.seq);
    found.expect('amounts', entry.body.day === firstDay + paid, `day ${paid + 1} was not paid in its turn`);
    payDay(entry);
  }
  const left = entries.find(['plans.exit'], ({ body }) => body.id === id);
  if (left !== undefined) {
    seqs.add(left.seq);
    const due = daysDue({ firstDay, days }, left.at);
    found.expect('amounts', due < days, 'it was over when it was left');
    while (paid < due) payDay(left);
    const penaltyRate = rateOf(textOf(agreed.terms.penaltyRate, 'a rate'));
    const leaving = { principal: amount, penaltyRate, daily, days, paidDays: paid };
    const before = exitSums({ ...leaving, rounding: 'down' });
    // Under rules of before it was rounded down, which the log says by the amount.
    const isBefore = isRecord(left.result) && left.result.penalty === formatAmount(before.penalty);
    const { penalty, returned } = isBefore ? before : exitSums({ ...leaving, rounding: 'up' });
    const pool = `pool.plan${product}`;
    const retained = (penalty === 0n ? 0n : -penalty) as typeof penalty;
    lines.with(left, { account: 'plan', contra: pool, asset, amount: retained, reason: 'plans.penalty' });
    lines.within(left, { from: 'plan', to: 'available', asset, amount: returned, reason: 'plans.return' });
    return { state: 'exited', paid, penalty: formatAmount(penalty), closedAt: left.at };
  }
  const back = entries.find(['plans.return'], (entry) => names(entry, id, 'plans'));
  if (back === undefined) return { state: paid === days ? 'expired' : 'earning', paid, penalty: null, closedAt: null };
  seqs.add(back.seq);
  found.expect('amounts', paid === days, 'the principal came back before the last day was paid');
  lines.within(back, { from: 'plan', to: 'available', asset, amount, reason: 'plans.return' });
  return { state: 'divided', paid, penalty: null, closedAt: back.at };
}
