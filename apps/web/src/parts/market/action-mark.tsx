import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import styles from './action-mark.module.css';
import { actionName, type CorporateAction } from './corporate-actions.tsx';
import { markedAction } from './marked-action.ts';

const FRESH_MS = 5 * 60_000;

/** One calendar for all rows of a page, however many there are. */
export function ActionMark({ code }: { code: string }) {
  const { data } = useQuery({
    queryKey: ['corporateActions'],
    queryFn: ({ signal }) => fetchResult('listCorporateActions', { query: {}, signal }),
    staleTime: FRESH_MS,
    select: (actions: readonly CorporateAction[]) => markedAction(actions, { code, now: serverNow() }),
  });
  return data === undefined ? null : <MarkOf action={data} />;
}

/** "Split 10:1 · 3 Dec": what is coming, or was a few days ago. */
export function MarkOf({ action }: { action: CorporateAction }) {
  const t = useT();
  const format = useFormat();
  const date = format.dayMonth(action.effectiveAt);
  const what = t(`market:action.brief.${action.kind}`, {
    ratio: `${action.numerator}:${action.denominator}`,
    amount: action.amount === null ? '' : format.number(action.amount),
    symbol: action.symbol ?? '',
  });
  return (
    <span className={styles.mark} title={t('market:action.on', { what: actionName(t, action), date })}>
      <Badge tone={action.state === 'scheduled' ? 'accent' : 'neutral'}>{`${what} · ${date}`}</Badge>
    </span>
  );
}
