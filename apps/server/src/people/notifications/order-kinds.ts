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
  text: (of, reader) => {
    const { t, format, market, content } = wordsFor(reader, of);
    const { outcome, asset } = of;
    const sums = { stake: amountOf(of.stake), fee: amountOf(of.fee), profit: amountOf(of.profit) };
    const net = formatAmount(optionResult({ outcome, ...sums }).net);
    const amount = outcome === 'void' ? format.money(of.paid, asset) : format.signedMoney(net, asset);
    const direction = t(of.direction === 'up' ? 'trade:options.wentUp' : 'trade:options.wentDown');
    const link = `/order/options/${of.id}`;
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
  text: (of, reader) => {
    const { t, format, market, content } = wordsFor(reader, of);
    const { net } = contractResult({ realised: amountOf(of.realised), costs: amountOf(of.costs) });
    const amount = format.signedMoney(formatAmount(net), 'USDT');
    const title = t(CONTRACT_ENDINGS[isNamed(of.by) ? of.by : 'user'], { market, amount });
    return { title, content, link: `/order/contracts/${of.id}` };
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
  text: (of, reader) => {
    const { t, format, market, content } = wordsFor(reader, of);
    const price = format.price(formatPoints(of.points, of.precision), of.precision);
    const title = t(of.type === 'limit' ? 'order:toast.opened' : 'order:toast.filled', { market, price });
    return { title, content, link: `/order/contracts/${of.id}` };
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
  text: (of, reader) => {
    const { t, format, market, content } = wordsFor(reader, of);
    const quantity = format.money(of.quantity, of.base, { max: 8 });
    const title = t(of.side === 'buy' ? 'order:toast.bought' : 'order:toast.sold', { market, quantity });
    return { title, content, link: `/order/spot/${of.id}` };
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
  text: (of, reader) => {
    const { t, error, market, content } = wordsFor(reader, of);
    const title = t('order:toast.refused', { market, reason: error(of.refused) });
    return { title, content, link: `/order/spot/${of.id}` };
  },
};

export const ORDER_KINDS: readonly NoticeKind[] = [
  optionSettled,
  contractClosed,
  contractOpened,
  spotFilled,
  spotRefused,
];
