import type { Language } from '@glasshouse/api/constants';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import { formatPoints } from '@glasshouse/rules/money';
import {
  type FundingNews,
  isNotHeld,
  lastStepAt,
  newsText,
  TOLD_DEPOSITS,
  TOLD_HOLDS,
  TOLD_WITHDRAWALS,
  toldAmount,
  toldAsset,
  toldState,
} from '../../money/funding/words.ts';
import { ACTION_KINDS } from './action-kinds.ts';
import { CLOSE_KINDS } from './close-kinds.ts';
import { LEVEL_KINDS } from './level-kinds.ts';
import { LOAN_KINDS } from './loan-kinds.ts';
import { NFT_KINDS } from './nft-kinds.ts';
import type { NoticeKind, NoticeText } from './notice-kind.ts';
import { ORDER_KINDS } from './order-kinds.ts';
import { PLAN_KINDS } from './plan-kinds.ts';
import { REFERRAL_KINDS } from './referral-kinds.ts';

interface AlertData {
  readonly code: string;
  readonly precision: number;
  readonly points: number;
  /** Of a market, which any price reaches. */
  readonly opening: boolean;
  readonly mid: number;
}

const alertFired: NoticeKind<AlertData> = {
  type: 'alert.fired',
  table: 'price_alerts',
  where: "n.state = 'fired'",
  id: 'n.id',
  place: 'n.closed_by',
  at: 'n.fired_at',
  data: "jsonb_build_object('code', n.code, 'precision', n.precision, 'points', n.points, 'opening', n.direction = 'above' and n.points = 1, 'mid', (n.tick->>'mid')::bigint)",
  text: ({ code, precision, points, opening, mid }, { language, nameOf }) => {
    const { t } = translatorFor(language);
    const { price } = formatterFor(language);
    const priceText = (points: number): string => price(formatPoints(points, precision), precision);
    const link = `/cruuency?code=${code}`;
    if (opening) {
      return {
        title: t('alerts:opened', { market: nameOf(code) }),
        content: t('alerts:openedAt', { mid: priceText(mid) }),
        link,
      };
    }
    return {
      title: t('alerts:reached', { market: nameOf(code), price: priceText(points) }),
      content: t('alerts:firedAt', { price: priceText(points), mid: priceText(mid) }),
      link,
    };
  },
};

interface KycData {
  readonly level: 'basic' | 'full';
  readonly state: 'verified' | 'notPassed';
  readonly reason: 'other' | null;
}

const kycReviewed: NoticeKind<KycData> = {
  type: 'kyc.reviewed',
  table: 'kyc_cases',
  where: 'n.closed_by is not null',
  id: 'n.id',
  place: 'n.closed_by',
  at: 'n.reviewed_at',
  data: "jsonb_build_object('level', n.level, 'state', n.state, 'reason', n.reason)",
  text: ({ level, state, reason }, { language }) => {
    const { t } = translatorFor(language);
    const link = '/profile/info';
    if (state === 'verified')
      return { title: t(`emails:kyc.${level}Subject`), content: t(`emails:kyc.${level}Text`), link };
    const why = t(`emails:kyc.reason.${reason ?? 'other'}`);
    return { title: t('emails:kyc.refusedSubject'), content: t('emails:kyc.refused', { reason: why }), link };
  },
};

interface WithdrawnData {
  readonly level: 'basic' | 'full';
  readonly reason: 'other';
}

const kycWithdrawn: NoticeKind<WithdrawnData> = {
  type: 'kyc.withdrawn',
  table: 'kyc_withdrawals',
  where: 'true',
  id: 'n.seq',
  place: 'n.seq',
  at: 'n.at',
  data: "jsonb_build_object('level', n.level, 'reason', n.reason)",
  text: ({ level, reason }, { language }) => {
    const { t } = translatorFor(language);
    const why = t('emails:kyc.refused', { reason: t(`emails:kyc.reason.${reason}`) });
    return {
      title: t('emails:kyc.withdrawnSubject'),
      content: `${t(`emails:kyc.withdrawn.${level}`)} ${why}`,
      link: '/profile/info',
    };
  },
};

const inStates = (states: readonly string[], state = 'n.state'): string =>
  `${state} in (${states.map((state) => `'${state}'`).join(', ')})`;
/** The log entry of the latest step. */
const LAST_SEQ = "(n.steps -> -1 ->> 'seq')::bigint";

interface TransferNews extends FundingNews {
  /** The deposit or withdrawal whose receipt the notice leads to. */
  readonly transfer: number;
}

const receiptOf = ({ subject, transfer }: TransferNews): string => `/order/${subject}/${transfer}`;

const deposit: NoticeKind<TransferNews> = {
  type: 'deposit',
  table: 'deposits',
  where: `${inStates(TOLD_DEPOSITS, toldState('n'))} and ${isNotHeld('n')}`,
  id: 'n.id',
  place: LAST_SEQ,
  at: `coalesce(n.closed_at, ${lastStepAt('n')})`,
  data: `jsonb_build_object('subject', 'deposit', 'transfer', n.id, 'state', ${toldState('n')}, 'asset', ${toldAsset('n')},
    'reason', n.reason, 'note', n.note, 'amount', ${toldAmount('n')})`,
  text: (news, { language }) => fundingText(news, language, receiptOf(news)),
};

const depositHold: NoticeKind<TransferNews> = {
  type: 'deposit.hold',
  table: 'deposit_holds',
  where: inStates(TOLD_HOLDS, toldState('n')),
  // The entry that credited it; the deposit itself has the number of the one that reported it.
  id: "(n.steps -> 0 ->> 'seq')::bigint",
  place: LAST_SEQ,
  at: `coalesce(n.closed_at, ${lastStepAt('n')})`,
  data: `jsonb_build_object('subject', 'deposit', 'transfer', n.deposit, 'state', ${toldState('n')}, 'asset', n.asset,
    'reason', null, 'note', null, 'amount', trim_scale(n.amount)::text)`,
  text: (news, { language }) =>
    fundingText(
      news,
      language,
      news.state === 'held' || news.state === 'heldAgain' ? '/profile/info' : receiptOf(news),
    ),
};

const withdrawal: NoticeKind<TransferNews> = {
  type: 'withdrawal',
  table: 'withdrawals',
  where: inStates([...TOLD_WITHDRAWALS, 'confirmed']),
  id: 'n.id',
  place: LAST_SEQ,
  at: 'coalesce(n.closed_at, n.sent_at)',
  data: `jsonb_build_object('subject', 'withdrawal', 'transfer', n.id, 'state', n.state, 'asset', n.asset,
    'reason', n.reason, 'note', n.note, 'amount', trim_scale(n.received)::text)`,
  text: (news, { language }) => fundingText(news, language, receiptOf(news)),
};

function fundingText(news: FundingNews, language: Language, link: string): NoticeText {
  const { title, lines } = newsText(language, news);
  return { title, content: lines.join(' '), link };
}

export const NOTICE_KINDS: readonly NoticeKind[] = [
  alertFired,
  kycReviewed,
  kycWithdrawn,
  deposit,
  depositHold,
  withdrawal,
  ...REFERRAL_KINDS,
  ...LEVEL_KINDS,
  ...PLAN_KINDS,
  ...LOAN_KINDS,
  ...ORDER_KINDS,
  ...CLOSE_KINDS,
  ...ACTION_KINDS,
  ...NFT_KINDS,
];
