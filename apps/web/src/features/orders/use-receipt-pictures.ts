import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import type { Book } from '@glasshouse/app/session/session';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { optionNet } from '@glasshouse/trade/options/result';
import { planNet } from '@glasshouse/trade/plans/result';
import { spotNet } from '@glasshouse/trade/spot/result';
import { readablePrices } from '@glasshouse/trade/ticket/readable-prices';
import type { ReceiptPicture } from './receipt-picture.ts';
import type { ContractEvidence, ConversionEvidence, Order, SpotEvidence } from './verify-order.ts';

/** Keeps `USDT → BTC` in this order inside a right-to-left picture. */
const ltr = (text: string): string => `\u2066${text}\u2069`;

const CONTRACTS_ASSET = 'USDT';

type OptionShown = Pick<
  Order,
  | 'name'
  | 'direction'
  | 'entry'
  | 'exit'
  | 'precision'
  | 'asset'
  | 'periodSeconds'
  | 'amount'
  | 'fee'
  | 'profit'
  | 'state'
  | 'outcome'
>;
type ContractShown = Pick<
  ContractEvidence['order'],
  | 'name'
  | 'side'
  | 'lots'
  | 'leverage'
  | 'openPrice'
  | 'closePrice'
  | 'precision'
  | 'realised'
  | 'openFee'
  | 'closeFeePaid'
  | 'financing'
  | 'netted'
  | 'closedAt'
>;
type SpotShown = Pick<
  SpotEvidence['order'],
  | 'name'
  | 'side'
  | 'filledQuantity'
  | 'base'
  | 'averagePrice'
  | 'precision'
  | 'filledAmount'
  | 'quote'
  | 'fee'
  | 'feeAsset'
  | 'placedAt'
>;
type ConversionShown = Pick<
  ConversionEvidence['conversion'],
  'from' | 'to' | 'ticks' | 'amount' | 'received' | 'price' | 'reference' | 'spreadRate' | 'at'
>;

interface ReceiptPictures {
  readonly option: (order: OptionShown) => ReceiptPicture;
  /** Undefined: it has not opened, so there is nothing to show. */
  readonly contract: (order: ContractShown) => ReceiptPicture | undefined;
  /** Undefined: nothing is filled. */
  readonly spot: (order: SpotShown) => ReceiptPicture | undefined;
  readonly conversion: (conversion: ConversionShown) => ReceiptPicture;
  readonly plan: (plan: ResultOf<'getPlan'>['plan']) => ReceiptPicture;
}

/**
 * What a shared picture says of an order: the market or product, what decided it, what it gave.
 * Neither whose it is nor what else that person has.
 */
export function useReceiptPictures(book: Book): ReceiptPictures {
  const { t, dir } = useTranslator();
  const format = useFormat();
  const account = t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount');
  const picture = (title: string, rows: ReceiptPicture['rows'], state = account): ReceiptPicture => ({
    title,
    state,
    rows,
    dir,
    foot: `${window.location.host} · ${t('site:title.home')}`,
  });
  const price = (value: string | null, precision: number): string =>
    value === null ? '–' : format.price(value, precision);
  return {
    option: (order) => {
      const { entry, exit, precision, asset } = order;
      const net = optionNet(order);
      return picture(`${order.name} ${order.direction === 'up' ? '↑' : '↓'}`, [
        { name: t('trade:receipt.entryTick'), value: price(entry?.price ?? null, precision) },
        { name: t('trade:receipt.exitTick'), value: price(exit?.price ?? null, precision) },
        { name: t('trade:order.period'), value: format.duration(order.periodSeconds) },
        { name: t('trade:options.stake'), value: format.money(order.amount, asset) },
        { name: t('order:net'), value: net === undefined ? '–' : format.signedMoney(net, asset) },
      ]);
    },
    contract: (order) => {
      if (order.openPrice === null) return undefined;
      const money = (amount: string): string => format.signedMoney(amount, CONTRACTS_ASSET);
      const side = t(order.side === 'buy' ? 'order:side.long' : 'order:side.short');
      const lots = t('order:lotsCount', { count: Number(order.lots), lots: format.number(order.lots) });
      return picture(`${order.name} ${order.side === 'buy' ? '↗' : '↘'}`, [
        { name: side, value: `${lots} · ${ltr(`${order.leverage}×`)}` },
        { name: t('order:entry'), value: price(order.openPrice, order.precision) },
        { name: t('order:exit'), value: price(order.closePrice, order.precision) },
        { name: t('order:realised'), value: money(order.realised) },
        { name: t('order:net'), value: order.closedAt === null ? '–' : money(netResult(order)) },
      ]);
    },
    spot: (order) => {
      if (order.averagePrice === null) return undefined;
      const buys = order.side === 'buy';
      return picture(`${t(buys ? 'order:side.buy' : 'order:side.sell')} ${order.name}`, [
        { name: t('order:filled'), value: format.money(order.filledQuantity, order.base) },
        { name: t('order:averagePrice'), value: price(order.averagePrice, order.precision) },
        { name: t(buys ? 'order:paid' : 'order:received'), value: format.money(spotNet(order), order.quote) },
        { name: t('common:word.fee'), value: format.money(order.fee, order.feeAsset) },
        { name: t('trade:orders.placed'), value: format.dateTime(order.placedAt) },
      ]);
    },
    conversion: (conversion) => {
      const prices = readablePrices(conversion);
      return picture(ltr(`${conversion.from} → ${conversion.to}`), [
        { name: t('convert:given'), value: format.money(conversion.amount, conversion.from) },
        { name: t('convert:received'), value: format.money(conversion.received, conversion.to) },
        { name: t('convert:price', { from: prices.of }), value: format.money(prices.price, prices.in) },
        {
          name: t('convert:spread'),
          value: format.percent(conversion.spreadRate, { min: 2, max: 4, rounding: 'ceil' }),
        },
        { name: t('order:doneAt'), value: format.dateTime(conversion.at) },
      ]);
    },
    plan: (plan) => {
      const last =
        plan.penalty === null
          ? { name: t('plans:sum.matures'), value: format.dateTime(plan.closedAt ?? plan.maturesAt) }
          : { name: t('plans:penalty'), value: format.money(plan.penalty, plan.asset) };
      return picture(
        plan.name,
        [
          { name: t('plans:mine.principal'), value: format.money(plan.amount, plan.asset) },
          { name: t('plans:daily'), value: format.percent(plan.dailyYield, { min: 2, max: 4 }) },
          { name: t('plans:days'), value: ltr(`${plan.paidDays} / ${plan.cycleDays}`) },
          { name: t('plans:mine.earned'), value: format.signedMoney(plan.earned, plan.asset) },
          last,
          ...(plan.penalty === null
            ? []
            : [{ name: t('plans:mine.net'), value: format.signedMoney(planNet(plan), plan.asset) }]),
        ],
        `${account} · ${t(`plans:state.${plan.state}`)}`,
      );
    },
  };
}
