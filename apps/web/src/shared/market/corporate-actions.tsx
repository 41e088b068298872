import type { ResultOf } from '@glasshouse/api';
import type { Translator } from '@glasshouse/i18n';
import { Banner, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { useFormat } from '../format.ts';

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

/** What is to come on an instrument and what it does; and splits that its chart is adjusted for. */
export function CorporateActions({ actions }: { actions: readonly CorporateAction[] }) {
  const t = useT();
  const format = useFormat();
  const coming = actions.filter(({ state }) => state === 'scheduled');
  const splits = actions.filter(
    ({ kind, state, effectiveAt }) =>
      kind === 'split' && state === 'applied' && Date.now() - Date.parse(effectiveAt) < RECENT_MS,
  );
  if (coming.length === 0 && splits.length === 0) return null;
  return (
    <Stack gap={2}>
      {coming.map((action) => (
        <Banner key={action.id} kind="info">
          <strong>{actionName(t, action)}</strong>{' '}
          {t('market:action.from', { date: format.dateTime(action.effectiveAt) })}{' '}
          {t(`market:action.note.${action.kind}`)}
        </Banner>
      ))}
      {splits.map((action) => (
        <Banner key={action.id} kind="info">
          {t('market:action.chart', { what: actionName(t, action), date: format.dateTime(action.effectiveAt) })}
        </Banner>
      ))}
    </Stack>
  );
}

/** The same for the instrument of an order that is still open. */
export function ActionsOfOrder({ code }: { code: string }) {
  const { data } = useQuery({
    queryKey: ['corporateActions', code],
    queryFn: ({ signal }) => fetchResult('listCorporateActions', { query: { code }, signal }),
    staleTime: FRESH_MS,
  });
  return data === undefined ? null : <CorporateActions actions={data.filter(({ state }) => state === 'scheduled')} />;
}
