import { contractFeeOf, pnlOf } from '../contracts.ts';
import { breakEvenPrice, marginLevelOf } from '../contracts-liquidation.ts';
import { feeRateOf } from '../fee-tiers.ts';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  formatRate,
  lesser,
  type Price,
  type Rate,
  rateOf,
  subtract,
} from '../money.ts';
import { applyAction } from './contract-action.ts';
import { ContractHistory } from './contract-history.ts';
import { ContractSums, contractTermsOf, financingDayOf, quoteRateBy, type Replayed } from './contract-position.ts';
import { shownKept } from './contract-stops.ts';
import { shownTrail } from './contract-trail.ts';
import { countOf, isoOf, isoOrNull, isRecord, isSame, type Json, listOf, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import { discountsOf } from './fee-discounts.ts';
import { leadShown } from './lead.ts';
import { expectLines } from './ledger.ts';
import { expectFields, FREE, type Proving } from './proving.ts';
import { loggedTick, orderTick } from './ticks.ts';

/** As many steps as a receipt may carry of one order. */
const STEPS_SHOWN_MAX = 500;

/**
 * A leveraged contract: its whole history, from the entries that made it and the terms that it was
 * placed under, must give the steps, the ledger lines and the figures that are shown.
 */
export function proveContract(document: Json, by: Proving): void {
  const { found, entries, ticks } = by;
  const order = recordOf(document.order, 'the order');
  const id = countOf(order.id, 'the number of the order');
  const placed = entries.need(['contracts.buy', 'contracts.reverse'], ({ seq }) => seq === id, 'the order');
  by.owner(placed);
  const result = recordOf(placed.result, 'the result of the order');
  const version = countOf(result.termsVersion, 'a version');
  // One that reverses a position is as large as that, whose receipt says how large it was.
  const fields = placed.type === 'contracts.reverse' ? result : placed.body;
  const body = entries.terms('contracts.define', 'code', textOf(fields.code, 'a code'), version);
  const terms = contractTermsOf(body);
  const feeRate = rateOf(textOf(result.feeRate, 'a rate'));
  const isOfTier = discountsOf(entries).some((discount) => feeRateOf(terms.feeRate, discount) === feeRate);
  found.expect('terms', isOfTier, 'its fee is that of no tier');

  const facts = isRecord(placed.facts) ? placed.facts : {};
  const conversion = terms.conversion === null ? undefined : loggedTick(facts.conversion, 'the conversion');
  if (conversion !== undefined && terms.conversion !== null) {
    found.expect('terms', conversion.code === terms.conversion.code, 'it is converted by another instrument');
    ticks.expectLogged(conversion, terms.conversion.precision, 'the conversion');
  }
  const sums = new ContractSums({
    terms,
    side: fields.side === 'buy' ? 'buy' : 'sell',
    leverage: countOf(fields.leverage, 'a leverage'),
    feeRate,
    quoteRate: quoteRateBy(terms, conversion) ?? rateOf('0'),
  });
  const lots = amountOf(textOf(fields.lots, 'lots'));
  const history = new ContractHistory(by, sums, { id, lots, document });
  for (const entry of entries.all) {
    const isAction = applyAction({ by, history, sums, entry, document, terms: body, book: placed.book });
    if (isAction || history.apply(entry)) entries.use(entry);
  }

  const { position, steps, lines } = history;
  const shownSteps = listOf(document.steps, 'the steps');
  for (const [index, step] of steps.entries()) {
    const holds = isSame(step, shownSteps[index]);
    found.expect('amounts', holds, `step ${index + 1} (${String(step.kind)}) is not what follows`);
  }
  const isCut = STEPS_SHOWN_MAX <= shownSteps.length && shownSteps.length < steps.length;
  if (isCut) found.lack('cut', 'only the first steps are in the file');
  else found.expect('amounts', steps.length === shownSteps.length, 'it has other steps than its log entries');
  expectLines(found, document.lines, { lines, ref: String(id), book: placed.book });
  expectFields(by, 'the order', order, shownOrder({ placed, order, version, sums, position }));
  expectFields(by, 'the terms', recordOf(document.terms, 'the terms'), shownTerms(document, { body, version, placed }));
  expectFields(by, 'the receipt', document, {
    order: document.order,
    terms: document.terms,
    steps: document.steps,
    ticks: document.ticks,
    lines: document.lines,
    proof: document.proof,
  });
  ticks.expectAllUsed();
}

interface ContractEvidence {
  readonly placed: Entry;
  readonly order: Json;
  readonly version: number;
  readonly sums: ContractSums;
  readonly position: Replayed;
}

function shownOrder({ placed, order, version, sums, position: now }: ContractEvidence): Json {
  const { terms, side, feeRate } = sums;
  const isOver = now.closedAt !== null;
  const mean = now.closeValue === 0n || now.closedBy === 'reset' ? null : meanOf(now);
  return {
    id: placed.seq,
    book: placed.book,
    code: terms.code,
    name: FREE,
    precision: terms.precision,
    side,
    type: placed.type === 'contracts.reverse' ? 'market' : placed.body.type,
    state: now.state,
    lots: formatAmount(now.lots),
    openLots: formatAmount(now.openLots),
    closingLots: now.closing === null ? null : formatAmount(now.closing),
    lotSize: formatAmount(terms.lotSize),
    leverage: sums.leverage,
    limitPrice: sums.text(now.limit),
    openPrice: sums.text(now.open),
    closePrice: sums.text(mean),
    margin: formatAmount(isOver ? now.initialMargin : now.margin),
    maintenanceMargin: formatAmount(now.maintenance),
    openFee: now.state === 'cancelled' ? '0' : formatAmount(now.openFee),
    financing: formatAmount(-now.financing as Amount),
    feeRate: formatRate(feeRate),
    financingRate: formatRate(terms.financingRate),
    quoteRate: formatRate(sums.quoteRate),
    termsVersion: version,
    realised: formatAmount(now.realised),
    ...convertedFields({ order, sums, position: now }),
    stopLoss: sums.text(now.stop),
    takeProfit: sums.text(now.target),
    profitMax: now.profitMax === undefined ? null : formatAmount(now.profitMax),
    closedBy: now.closedBy,
    placedAt: isoOf(placed.at),
    openedAt: isoOrNull(now.openedAt),
    closedAt: isoOrNull(now.closedAt),
    ...(now.entry === null ? {} : { stopPrice: sums.text(now.entry), triggered: now.isTriggered }),
    ...(now.oco === null ? {} : { ocoGroup: now.oco }),
    ...sums.shownLadder(now.ladder),
    ...(now.trail === null
      ? {}
      : {
          trailing: {
            ...shownTrail(sums, now.trail),
            from: now.trailFrom?.seq ?? null,
            peak: now.peak === null ? null : orderTick(now.peak, terms.precision),
          },
        }),
    ...(now.stopsFrom === null ? {} : { stopsFrom: isoOf(now.stopsFrom) }),
    ...(now.before === null ? {} : { stopsBefore: shownKept(sums, now.before) }),
    ...(placed.type === 'contracts.reverse' ? { reverses: placed.body.id } : {}),
    ...(now.reversedBy === null ? {} : { reversedBy: now.reversedBy }),
    closeFeePaid: formatAmount(now.closeFee),
    // Receipts of earlier releases show it among their lines alone.
    ...(order.netted === undefined ? {} : { netted: formatAmount(now.netted) }),
    ...(isOver ? { ...ENDED, closeFee: formatAmount(now.closeFee) } : valued(now, order, sums)),
  };
}

/**
 * Where the position is liquidated and has gained all that it may: of one that is converted at its
 * close, at the rate of the moment when the receipt was given.
 */
function convertedFields({ order, sums, position: now }: Pick<ContractEvidence, 'order' | 'sums' | 'position'>): Json {
  const isOver = now.closedAt !== null;
  const isShown = order.rateNow !== undefined && order.rateNow !== null;
  const rate = sums.terms.convertsAtClose && !isOver && isShown ? rateOf(textOf(order.rateNow, 'a rate')) : undefined;
  return {
    liquidationPrice: sums.text(rate === undefined ? now.liquidation : sums.liquidationAt(now, rate)),
    profitLimit: sums.text(rate === undefined ? now.profitLimit : sums.profitLimitAt(now, rate)),
    ...(sums.terms.convertsAtClose
      ? { convertsBy: sums.terms.conversion, rateNow: isOver ? null : (order.rateNow ?? null) }
      : {}),
    ...(isOver ? {} : beforeCloseFields({ order, sums, position: now }, rate)),
  };
}

/** What it needs shortly before a close, where that is more than usual. */
function beforeCloseFields(
  { order, sums, position: now }: Pick<ContractEvidence, 'order' | 'sums' | 'position'>,
  rate?: Rate,
): Json {
  const more = sums.raised(now);
  const { closeRequirement: required } = sums.terms;
  if (more === undefined || required === undefined) return {};
  const level = sums.liquidationAt(more, rate);
  const points = required.isOfMark && level === sums.liquidationAt(now, rate) ? null : level;
  const needed = sums.neededAt(more, markOf(now, order, sums), rate);
  if (required.isOfMark && points === null && needed === now.maintenance) return {};
  return {
    beforeClose: {
      minutes: required.minutes,
      maintenanceMargin: formatAmount(needed),
      liquidationPrice: sums.text(points),
      ...(required.isOfMark ? { basis: 'mark', rate: formatRate(required.rate) } : {}),
    },
  };
}

/** The price that it was valued at when the receipt was given, or from where it opens. */
function markOf(now: Replayed, order: Json, sums: ContractSums): Price {
  const mark = sums.pointsOf(order.mark);
  const hasRate = !sums.terms.convertsAtClose || order.rateNow != null;
  return now.state === 'open' && mark !== null && hasRate ? sums.price(mark) : sums.positionOf(now).open;
}

const ENDED = { mark: null, unrealised: null, marginLevel: null, breakEven: null, openCosts: '0' };

const meanOf = (now: Replayed): number => Number(divFloor(now.closeValue, subtract(now.lots, now.openLots)));

/** What depends on the price of the moment when the receipt was given, by that price. */
function valued(now: Replayed, order: Json, sums: ContractSums): Json {
  const mark = sums.pointsOf(order.mark);
  const isConverted = sums.terms.convertsAtClose;
  const hasRate = !isConverted || order.rateNow != null;
  const rate = isConverted && order.rateNow != null ? rateOf(textOf(order.rateNow, 'a rate')) : undefined;
  const { side, size, open, feeRate } = sums.positionOf(now, rate);
  const share = divCeil(now.openFee * now.openLots, now.lots) as Amount;
  // The nights of what is still open; those of lots closed since are theirs.
  const nights = now.openedAt === null ? 0 : (now.financedNight ?? 0) - financingDayOf(now.openedAt);
  const financed = lesser((sums.night(now) * BigInt(nights)) as Amount, now.financing);
  const paid = add(share, financed);
  const breakEven = breakEvenPrice({ side, size, open, feeRate, paid }, sums.point());
  const isOpen = now.state === 'open' && mark !== null && hasRate;
  const at = markOf(now, order, sums);
  const level = isOpen ? marginLevelOf(sums.positionOf(now, rate), at) : undefined;
  return {
    mark: order.mark,
    breakEven: breakEven <= 0n ? null : sums.text(Number(breakEven / sums.point())),
    closeFee: formatAmount(add(now.closeFee, contractFeeOf(size, at, feeRate))),
    openCosts: formatAmount(paid),
    unrealised: isOpen ? formatAmount(pnlOf({ side, size, open, close: at })) : null,
    marginLevel: level === undefined ? null : formatRate(level),
  };
}

/** The terms as the page shows them; the rate of the quote asset is that of today. */
function shownTerms(document: Json, { body, version, placed }: { body: Json; version: number; placed: Entry }): Json {
  const shown = recordOf(document.terms, 'the terms');
  const terms = contractTermsOf(body);
  const most = countOf(body.maxLeverage, 'a leverage');
  const real = body.realLeverageMax === undefined ? most : Math.min(most, countOf(body.realLeverageMax, 'a leverage'));
  return {
    version,
    asset: body.asset,
    lotSize: body.lotSize,
    minLots: body.minLots,
    maxLots: body.maxLots,
    lotStep: body.lotStep,
    maxLeverage: placed.book === 'real' ? real : most,
    feeRate: body.feeRate,
    financingRate: body.financingRate,
    financingAt: '21:00',
    profitMaxRate: body.profitMaxRate ?? null,
    quoteRate: terms.conversion === null ? '1' : shown.quoteRate,
    beforeClose: body.beforeClose ?? null,
    ...leadShown(body),
    ...(body.convertsAt === undefined ? {} : { convertsAt: body.convertsAt }),
    ...(body.closeRequirement === undefined ? {} : { closeRequirement: body.closeRequirement }),
    stopDistancePoints: body.stopDistancePoints,
    tiers: terms.tiers.map((tier, index) => ({
      ...recordOf(listOf(body.tiers, 'the tiers')[index], 'a tier'),
      deduction: formatAmount(tier.deduction),
    })),
  };
}
