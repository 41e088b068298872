import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Translator } from '@glasshouse/i18n';
import { Banner, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import styles from './corporate-actions.module.css';

export type CorporateAction = ResultOf<'listCorporateActions'>[number];

const FRESH_MS = 60_000;
/** Newer splits than this are named where prices of before are shown. */
const RECENT_MS = 366 * 24 * 60 * 60_000;

/** "Split 10:1", "Dividend of 0.25 per unit". */
export const actionName = (t: Translator['t'], action: CorporateAction): string =>
  t(`market:action.${action.kind}`, {
    ratio: `${action.numerator}:${action.denominator}`,
    amount: action.amount ?? '',
    symbol: action.symbol ?? '',
  });

/** What is to come on an instrument, and what it does. */
function ComingActions({ actions }: { actions: readonly CorporateAction[] }) {
  const t = useT();
  const format = useFormat();
  return actions
    .filter(({ state }) => state === 'scheduled')
    .map((action) => (
      <Banner key={action.id} kind="info">
        <strong>{actionName(t, action)}</strong>{' '}
        {t('market:action.from', { date: format.dateTime(action.effectiveAt) })}{' '}
        {t(`market:action.note.${action.kind}`)}
      </Banner>
    ));
}

/** The same, splits that its chart is adjusted for, and all of its calendar. */
export function CorporateActions({ actions }: { actions: readonly CorporateAction[] }) {
  const t = useT();
  const format = useFormat();
  const splits = actions.filter(
    ({ kind, state, effectiveAt }) =>
      kind === 'split' && state === 'applied' && Date.now() - Date.parse(effectiveAt) < RECENT_MS,
  );
  if (actions.length === 0) return null;
  return (
    <Stack gap={2}>
      <ComingActions actions={actions} />
      {splits.map((action) => (
        <Banner key={action.id} kind="info">
          {t('market:action.chart', { what: actionName(t, action), date: format.dateTime(action.effectiveAt) })}
        </Banner>
      ))}
      <details className={styles.calendar}>
        <summary>{t('market:action.list')}</summary>
        <ul>
          {actions.toReversed().map((action) => (
            <li key={action.id}>
              <time dateTime={action.effectiveAt}>{format.date(action.effectiveAt)}</time>
              <span>{actionName(t, action)}</span>
              <span className={styles.state}>{t(`market:action.state.${action.state}`)}</span>
            </li>
          ))}
        </ul>
      </details>
    </Stack>
  );
}

/** What is to come on the instrument of an order that is still open. */
export function ActionsOfOrder({ code }: { code: string }) {
  const { data } = useQuery({
    queryKey: ['corporateActions', code],
    queryFn: ({ signal }) => fetchResult('listCorporateActions', { query: { code }, signal }),
    staleTime: FRESH_MS,
  });
  return data === undefined ? null : <ComingActions actions={data} />;
}
