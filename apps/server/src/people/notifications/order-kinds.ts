import { CONTRACT_ENDINGS } from '@glasshouse/i18n/contract-endings';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import { amountOf, formatAmount, formatPoints } from '@glasshouse/rules/money';
import type { Outcome } from '@glasshouse/rules/options';
import { contractResult, optionResult } from '@glasshouse/rules/results';
import { answerFieldSql } from '../../kernel/log/read-entries.ts';
import type { NoticeKind, Reader } from './notice-kind.ts';

/**
 * Orders that ended or opened without their owner's doing. Results are those that the order pages
 * show: after all fees. Older ones than so many are on the lists of orders alone, so that counting
 * what is unread never follows years of them.
 */
const NEWEST = 500;
/** An order that fills within this time was filled at once: its ticket said so. */
const AT_ONCE = "interval '2 seconds'";
/** The numbers of what ended are far above those of the commands that placed it. */
const ENDED_ID = '4503599627370496 + n.id';

interface OrderData {
  readonly id: number;
  readonly book: 'demo' | 'real';
  readonly code: string;
}
const COMMON = "'id', n.id, 'book', n.book, 'code', n.code";
const text = (amount: string): string => `trim_scale(${amount})::text`;

const wordsFor = ({ language, nameOf }: Reader, { book, code }: OrderData) => {
  const { t, error } = translatorFor(language);
  const format = formatterFor(language);
  const content = t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount');
  return { t, error, format, market: nameOf(code), content };
};

interface OptionData extends OrderData {
  readonly asset: string;
  readonly direction: 'up' | 'down';
  readonly outcome: Outcome | 'void';
  readonly stake: string;
  readonly fee: string;
  readonly profit: string;
  readonly paid: string;
}

const OPTION_TITLES = {
  win: 'trade:options.won',
  lose: 'trade:options.lost',
  draw: 'trade:options.draw',
  void: 'trade:options.voided',
} as const;

const optionSettled: NoticeKind<OptionData> = {
  type: 'options.settled',
  table: 'option_orders',
  where: "n.settled_by is not null and coalesce(n.void_reason, '') <> 'reset'",
  id: ENDED_ID,
  place: 'n.settled_by',
  newest: NEWEST,
  at: 'n.settled_at',
  data: `jsonb_build_object(${COMMON}, 'asset', n.asset, 'direction', n.direction, 'outcome', n.outcome,
    'stake', ${text('n.stake')}, 'fee', ${text('n.fee')}, 'profit', ${text('n.profit')}, 'paid', ${text('n.paid')})`,
  text: (data, reader) => {
    const { t, format, market, content } = wordsFor(reader, data);
    const { outcome, asset } = data;
    const sums = { stake: amountOf(data.stake), fee: amountOf(data.fee), profit: amountOf(data.profit) };
    const net = formatAmount(optionResult({ outcome, ...sums }).net);
    const amount = outcome === 'void' ? format.money(data.paid, asset) : format.signedMoney(net, asset);
    const direction = t(data.direction === 'up' ? 'trade:options.wentUp' : 'trade:options.wentDown');
    const link = `/order/options/${data.id}`;
    return { title: t(OPTION_TITLES[outcome], { market, direction, amount }), content, link };
  },
};

interface ContractData extends OrderData {
  readonly by: string;
  readonly realised: string;
  readonly costs: string;
}

/** What one that was closed to cover another position paid for that. */
const NETTED = `case when n.closed_by <> 'netting' then 0 else coalesce((select sum(p.amount) from postings p
    where p.user_id = n.user_id and p.user_id <> 0 and p.book = n.book and p.seq = n.settled_by
      and p.reason = 'contracts.netting' and p.ref = n.id::text), 0) end`;

const isNamed = (by: string): by is keyof typeof CONTRACT_ENDINGS => by in CONTRACT_ENDINGS;

const contractClosed: NoticeKind<ContractData> = {
  type: 'contracts.closed',
  table: 'contract_orders',
  where: "n.settled_by is not null and n.closed_by not in ('user', 'reset', 'expired')",
  id: ENDED_ID,
  place: 'n.settled_by',
  newest: NEWEST,
  at: 'n.settled_at',
  data: `jsonb_build_object(${COMMON}, 'by', n.closed_by, 'realised', ${text(`n.realised - ${NETTED}`)},
    'costs', ${text('n.open_fee + n.close_fee + n.financing')})`,
  text: (data, reader) => {
    const { t, format, market, content } = wordsFor(reader, data);
    const { net } = contractResult({ realised: amountOf(data.realised), costs: amountOf(data.costs) });
    const amount = format.signedMoney(formatAmount(net), 'USDT');
    const title = t(CONTRACT_ENDINGS[isNamed(data.by) ? data.by : 'user'], { market, amount });
    return { title, content, link: `/order/contracts/${data.id}` };
  },
};

interface OpenedData extends OrderData {
  readonly type: 'limit' | 'stop' | 'stopLimit';
  readonly points: number;
  readonly precision: number;
}

const contractOpened: NoticeKind<OpenedData> = {
  type: 'contracts.opened',
  table: 'contract_orders',
  where: `n.opened_by is not null and n.type <> 'market' and n.opened_at - n.placed_at > ${AT_ONCE}`,
  id: 'n.id',
  place: 'n.opened_by',
  newest: NEWEST,
  at: 'n.opened_at',
  data: `jsonb_build_object(${COMMON}, 'type', n.type, 'points', n.open_points, 'precision', n.precision)`,
  text: (data, reader) => {
    const { t, format, market, content } = wordsFor(reader, data);
    const price = format.price(formatPoints(data.points, data.precision), data.precision);
    const title = t(data.type === 'limit' ? 'order:toast.opened' : 'order:toast.filled', { market, price });
    return { title, content, link: `/order/contracts/${data.id}` };
  },
};

interface SpotData extends OrderData {
  readonly side: 'buy' | 'sell';
  readonly base: string;
  readonly quantity: string;
}

const spotFilled: NoticeKind<SpotData> = {
  type: 'spot.filled',
  table: 'spot_orders',
  where: `n.settled_by is not null and n.state = 'filled' and n.done_at - n.placed_at > ${AT_ONCE}`,
  id: ENDED_ID,
  place: 'n.settled_by',
  newest: NEWEST,
  at: 'n.done_at',
  data: `jsonb_build_object(${COMMON}, 'side', n.side, 'base', n.base, 'quantity', ${text('n.filled_quantity')})`,
  text: (data, reader) => {
    const { t, format, market, content } = wordsFor(reader, data);
    const quantity = format.money(data.quantity, data.base, { max: 8 });
    const title = t(data.side === 'buy' ? 'order:toast.bought' : 'order:toast.sold', { market, quantity });
    return { title, content, link: `/order/spot/${data.id}` };
  },
};

interface SpotRefusedData extends OrderData {
  readonly refused: number;
}

const REFUSED = `${answerFieldSql('n.settled_by', 'refused')}::int`;

/** One that nothing filled when its trigger was reached: in the words of its page. */
const spotRefused: NoticeKind<SpotRefusedData> = {
  type: 'spot.refused',
  table: 'spot_orders',
  where: `n.state = 'revoked' and n.triggered_by = n.settled_by and ${REFUSED} is not null`,
  id: ENDED_ID,
  place: 'n.settled_by',
  newest: NEWEST,
  at: 'n.done_at',
  data: `jsonb_build_object(${COMMON}, 'refused', ${REFUSED})`,
  text: (data, reader) => {
    const { t, error, market, content } = wordsFor(reader, data);
    const title = t('order:toast.refused', { market, reason: error(data.refused) });
    return { title, content, link: `/order/spot/${data.id}` };
  },
};

export const ORDER_KINDS: readonly NoticeKind[] = [
  optionSettled,
  contractClosed,
  contractOpened,
  spotFilled,
  spotRefused,
];
