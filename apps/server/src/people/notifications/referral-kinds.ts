import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

const link = '/profile/invite';

/** Somebody signed up with the person's code. */
const joined: NoticeKind<{ readonly until: number }> = {
  type: 'referral.joined',
  table: 'referral_links',
  where: 'true',
  id: 'n.seq',
  place: 'n.seq',
  at: 'n.linked_at',
  data: "jsonb_build_object('until', (extract(epoch from n.until) * 1000)::bigint)",
  text: ({ until }, { language }) => {
    const { t } = translatorFor(language);
    const { date } = formatterFor(language);
    return {
      title: t('notices:referral.joined'),
      content: t('notices:referral.joinedText', { until: date(until) }),
      link,
    };
  },
};

/** A friend's fees earned something for the first time. */
const rewarded: NoticeKind<Record<string, never>> = {
  type: 'referral.rewarded',
  table: 'referral_links',
  where: 'n.first_seq is not null',
  id: 'n.first_seq',
  place: 'n.first_seq',
  at: 'n.first_at',
  data: "'{}'::jsonb",
  text: (_data, { language }) => {
    const { t } = translatorFor(language);
    return { title: t('notices:referral.rewarded'), content: t('notices:referral.rewardedText'), link };
  },
};

/** A friend's fees count no longer. */
const ended: NoticeKind<{ readonly state: 'capped' | 'expired' | 'stopped'; readonly earned: string }> = {
  type: 'referral.ended',
  table: 'referral_links',
  where: 'n.ended_seq is not null',
  id: 'n.ended_seq',
  place: 'n.ended_seq',
  at: 'n.ended_at',
  data: "jsonb_build_object('state', n.state, 'earned', trim_scale(n.earned)::text)",
  text: ({ state, earned }, { language }) => {
    const { t } = translatorFor(language);
    const { money } = formatterFor(language);
    const amount = money(earned, 'USDT');
    return { title: t('notices:referral.ended'), content: t(`notices:referral.${state}`, { amount }), link };
  },
};

export const REFERRAL_KINDS: readonly NoticeKind[] = [joined, rewarded, ended];
