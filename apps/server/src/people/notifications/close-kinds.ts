import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

interface WarningData {
  readonly id: number;
  readonly book: 'demo' | 'real';
  readonly code: string;
  readonly stage: 'short' | 'near';
  readonly needed: string;
  readonly equity: string;
  /** Epoch ms. */
  readonly from: number;
}

const NEWEST = 500;

/** The margin before a close will end a position, or nearly: rows of `products/contracts`. */
const beforeClose: NoticeKind<WarningData> = {
  type: 'contracts.beforeClose',
  table: 'contract_warnings',
  where: 'true',
  // Between the numbers of orders that ended and those of loans; no log entry has numbers as high.
  id: '5629499534213120 + n.id',
  place: 'n.seq',
  newest: NEWEST,
  at: 'n.at',
  data: `jsonb_build_object('id', n.order_id, 'book', n.book, 'code', n.code, 'stage', n.stage,
    'needed', trim_scale(n.needed)::text, 'equity', trim_scale(n.equity)::text,
    'from', (extract(epoch from n.raised_at) * 1000)::bigint)`,
  text: ({ id, book, code, stage, needed, equity, from }, { language, nameOf }) => {
    const { t } = translatorFor(language);
    const format = formatterFor(language);
    const account = t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount');
    const values = {
      from: format.dateTime(new Date(from).toISOString()),
      needed: format.money(needed, 'USDT'),
      equity: format.money(equity, 'USDT'),
    };
    return {
      title: t(`notices:beforeClose.${stage}`, { market: nameOf(code) }),
      content: `${account}: ${t(`notices:beforeClose.${stage}Text`, values)}`,
      link: `/order/contracts/${id}`,
    };
  },
};

export const CLOSE_KINDS: readonly NoticeKind[] = [beforeClose];
