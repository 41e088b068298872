import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

interface PlanData {
  readonly names: Readonly<Record<string, string>> | null;
  readonly asset: string;
  readonly principal: string;
  readonly promised: string;
  readonly earned: string;
  readonly penalty: string;
  readonly back: string;
  readonly matures: number;
}

const text = (amount: string): string => `trim_scale(${amount})::text`;
const DATA = `jsonb_build_object('asset', n.asset, 'principal', ${text('n.principal')}, 'promised', ${text('n.promised')},
  'earned', ${text('n.daily * n.paid_days')}, 'penalty', ${text('coalesce(n.penalty, 0)')},
  'back', ${text('n.principal - coalesce(n.penalty, 0)')}, 'matures', (extract(epoch from n.matures_at) * 1000)::bigint,
  'names', (select terms -> 'names' from plan_terms t
             where t.code = 'plan' || n.product and t.version = n.terms_version))`;

const common = { table: 'plan_orders', data: DATA } as const;

const bought: NoticeKind<PlanData> = {
  ...common,
  type: 'plan.bought',
  where: 'true',
  id: 'n.id',
  place: 'n.id',
  at: 'n.placed_at',
  text: (data, { language }) => {
    const { t } = translatorFor(language);
    const { money, date } = formatterFor(language);
    return {
      title: t('plans:notice.bought', {
        plan: data.names?.[language] ?? '',
        amount: money(data.principal, data.asset),
      }),
      content: t('plans:notice.boughtText', { yield: money(data.promised, data.asset), date: date(data.matures) }),
      link: '/trading',
    };
  },
};

/** Its own number is that of the purchase: far above it are numbers that no log entry has. */
const ended = { ...common, id: '4503599627370496 + n.id', place: 'n.settled_by', at: 'n.settled_at' } as const;

const divided: NoticeKind<PlanData> = {
  ...ended,
  type: 'plan.divided',
  where: "n.state = 'divided'",
  text: (data, { language }) => {
    const { t } = translatorFor(language);
    const { money } = formatterFor(language);
    return {
      title: t('plans:notice.divided', { plan: data.names?.[language] ?? '', amount: money(data.back, data.asset) }),
      content: t('plans:notice.dividedText', { yield: money(data.earned, data.asset) }),
      link: '/trading',
    };
  },
};

const exited: NoticeKind<PlanData> = {
  ...ended,
  type: 'plan.exited',
  where: "n.state = 'exited'",
  text: (data, { language }) => {
    const { t } = translatorFor(language);
    const { money } = formatterFor(language);
    const sums = { back: money(data.back, data.asset), penalty: money(data.penalty, data.asset) };
    return {
      title: t('plans:notice.exited', { plan: data.names?.[language] ?? '' }),
      content: t('plans:notice.exitedText', { ...sums, yield: money(data.earned, data.asset) }),
      link: '/trading',
    };
  },
};

export const PLAN_KINDS: readonly NoticeKind[] = [bought, divided, exited];
