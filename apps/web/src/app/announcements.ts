import type { Namespace, Translator } from '@glasshouse/i18n';
import { CONTRACT_ENDINGS } from '@glasshouse/i18n/contract-endings';
import type { Formatter } from '@glasshouse/i18n/format';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { netOfOutcome } from '@glasshouse/trade/options/result';
import type { ContractOrder, Conversion, OptionsOrder, PriceAlert, SpotOrder } from '@glasshouse/trade/orders';
import { marketHref } from '../parts/market/market-href.ts';
import { RESULT_PLACES } from '../parts/money/short-places.ts';

export interface Words {
  readonly t: Translator['t'];
  readonly error: Translator['error'];
  readonly format: Formatter;
  /** Isolates a name inside a right-to-left sentence. */
  readonly isolate: (name: string) => string;
}

/** A toast about something that happened. */
export interface Announcement {
  /** Identifies the event, however often it arrives. */
  readonly key: string;
  readonly namespaces: readonly Namespace[];
  readonly title: (words: Words) => string;
  readonly tone: 'success' | 'info' | 'warning';
  /** The page with all the evidence. */
  readonly href: string;
  /** Of an order: its market and, if it ended, its net result. */
  readonly result?: { readonly name: string; readonly net: string | undefined; readonly asset: string };
  /** Whether that page is a market and not an order. */
  readonly isMarket?: boolean;
}

/** An order older than this was changed, not opened. */
const JUST_MS = 15_000;
/** The ticket already reported fills this soon after the order. */
const AT_ONCE_MS = 2_000;

/**
 * The announcement for an event of the user socket; most need none, because the user caused them.
 */
export function announcementOf(kind: string, data: unknown, now: number): Announcement | undefined {
  switch (kind) {
    case 'options.order':
      return ofOption(data as OptionsOrder);
    case 'contracts.order':
      return ofContract(data as ContractOrder, now);
    case 'spot.order':
      return ofSpot(data as SpotOrder);
    case 'convert.fill':
      return ofConversion(data as Conversion);
    case 'alert':
      return ofAlert(data as PriceAlert);
    default:
      return undefined;
  }
}

function ofOption(order: OptionsOrder): Announcement | undefined {
  if (order.state !== 'settled' && order.state !== 'void') return undefined;
  const outcome = order.state === 'void' ? 'void' : (order.outcome ?? 'void');
  const keys = {
    win: 'trade:options.won',
    lose: 'trade:options.lost',
    draw: 'trade:options.draw',
    void: 'trade:options.voided',
  } as const;
  return {
    key: `options ${order.id}`,
    namespaces: ['trade'],
    tone: outcome === 'win' ? 'success' : 'info',
    href: `/order/options/${order.id}`,
    result: {
      name: order.name,
      net: outcome === 'void' ? '0' : netOfOutcome(order, outcome),
      asset: order.asset,
    },
    title: ({ t, format, isolate }) =>
      t(keys[outcome], {
        market: isolate(order.name),
        direction: t(order.direction === 'up' ? 'trade:options.wentUp' : 'trade:options.wentDown'),
        amount:
          outcome === 'void'
            ? format.money(order.paid ?? order.amount, order.asset)
            : format.signedMoney(netOfOutcome(order, outcome), order.asset),
      }),
  };
}

/** One that waited for its price and was not made. */
function ofConversion({ id, from, state, reason }: Conversion): Announcement | undefined {
  if (state !== 'cancelled' || reason === undefined || reason === 'reset') return undefined;
  return {
    key: `conversion ${id}`,
    namespaces: ['convert'],
    tone: 'warning',
    href: '/profile/exchange',
    title: ({ t }) => t(`convert:reason.${reason}`, { asset: from }),
  };
}

/** A limit order that opened, and every close that the user did not request. */
function ofContract(order: ContractOrder, now: number): Announcement | undefined {
  const common = { namespaces: ['trade', 'order'] as const, href: `/order/contracts/${order.id}` };
  if (order.state === 'open') {
    const { openedAt, openPrice } = order;
    const opened = openedAt === null ? 0 : Date.parse(openedAt);
    const waited = order.type === 'market' || AT_ONCE_MS < opened - Date.parse(order.placedAt);
    if (!waited || openPrice === null || JUST_MS < now - opened) return undefined;
    return {
      ...common,
      result: { name: order.name, net: undefined, asset: 'USDT' },
      key: `contract ${order.id} open`,
      tone: 'info',
      title: ({ t, format, isolate }) =>
        t(order.type === 'limit' ? 'order:toast.opened' : 'order:toast.filled', {
          market: isolate(order.name),
          price: format.price(openPrice, order.precision),
        }),
    };
  }
  const by = order.state === 'liquidated' ? 'liquidation' : order.closedBy;
  if (
    order.state === 'waiting' ||
    by === null ||
    (by === 'user' && order.state !== 'closed') ||
    by === 'reset' ||
    by === 'expired'
  )
    return undefined;
  return {
    ...common,
    result: { name: order.name, net: order.state === 'cancelled' ? undefined : netResult(order), asset: 'USDT' },
    key: `contract ${order.id} closed`,
    tone: by === 'takeProfit' || by === 'profitLimit' ? 'success' : 'warning',
    title: ({ t, format, isolate }) =>
      t(CONTRACT_ENDINGS[by], {
        market: isolate(order.name),
        // In cents; the page of the order has every decimal.
        amount: format.signedMoney(netResult(order), 'USDT', RESULT_PLACES),
      }),
  };
}

/** An order that rested in the book and is now completely filled, or was refused at its trigger. */
function ofSpot(order: SpotOrder): Announcement | undefined {
  const { refused } = order;
  if (refused !== undefined) {
    return {
      key: `spot ${order.id}`,
      namespaces: ['trade', 'order', 'errors'],
      tone: 'warning',
      href: `/order/spot/${order.id}`,
      result: { name: order.name, net: undefined, asset: order.quote },
      title: ({ t, error, isolate }) =>
        t('order:toast.refused', { market: isolate(order.name), reason: error(refused) }),
    };
  }
  if (order.state !== 'filled' || order.doneAt === null) return undefined;
  if (Date.parse(order.doneAt) - Date.parse(order.placedAt) <= AT_ONCE_MS) return undefined;
  return {
    key: `spot ${order.id}`,
    namespaces: ['trade', 'order'],
    tone: 'success',
    href: `/order/spot/${order.id}`,
    result: { name: order.name, net: undefined, asset: order.quote },
    title: ({ t, format, isolate }) =>
      t(order.side === 'buy' ? 'order:toast.bought' : 'order:toast.sold', {
        market: isolate(order.name),
        quantity: format.money(order.filledQuantity, order.base, { max: 8 }),
      }),
  };
}

function ofAlert(alert: PriceAlert): Announcement | undefined {
  if (alert.state !== 'fired') return undefined;
  return {
    key: `alert ${alert.id}`,
    namespaces: ['alerts'],
    tone: 'info',
    href: marketHref({ code: alert.code }),
    isMarket: true,
    title: ({ t, format, isolate }) =>
      alert.opening === true
        ? t('alerts:opened', { market: isolate(alert.name) })
        : t('alerts:reached', { market: isolate(alert.name), price: format.price(alert.price, alert.precision) }),
  };
}
