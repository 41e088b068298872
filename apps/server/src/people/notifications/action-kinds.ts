import type { CorporateActionKind } from '@glasshouse/api/schemas/corporate-actions';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import type { NoticeKind } from './notice-kind.ts';

interface ActionData {
  readonly book: 'demo' | 'real';
  readonly stage: 'ahead' | 'done';
  readonly code: string;
  readonly kind: CorporateActionKind;
  readonly numerator: number;
  readonly denominator: number;
  readonly amount: string | null;
  readonly symbol: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * A corporate action on an instrument that the person holds: three days ahead, and when it is done.
 */
const onHolding: NoticeKind<ActionData> = {
  type: 'contracts.action',
  table: 'corporate_notices',
  where: 'true',
  id: 'n.seq',
  place: 'n.seq',
  at: 'n.at',
  data: `(select jsonb_build_object('book', n.book, 'stage', n.stage, 'code', a.code, 'kind', a.kind,
      'numerator', a.numerator, 'denominator', a.denominator, 'amount', trim_scale(a.amount)::text, 'symbol', a.symbol,
      'at', (extract(epoch from a.effective_at) * 1000)::bigint)
    from corporate_actions a where a.id = n.action)`,
  text: (data, { language, nameOf }) => {
    const { t } = translatorFor(language);
    const format = formatterFor(language);
    const ratio = `${data.numerator}:${data.denominator}`;
    const what = t(`market:action.${data.kind}`, { ratio, amount: data.amount ?? '', symbol: data.symbol ?? '' });
    const market = nameOf(data.code);
    const date = format.dateTime(new Date(data.at).toISOString());
    const title =
      data.stage === 'ahead'
        ? t('market:action.ahead', { market, what, date })
        : t('market:action.done', { market, what });
    const account = t(data.book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount');
    const content = `${account}: ${t(`market:action.note.${data.kind}`)}`;
    return { title, content, link: `/cruuency?code=${data.code}` };
  },
};

export const ACTION_KINDS: readonly NoticeKind[] = [onHolding];
