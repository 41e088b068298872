import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { reasonWords } from '@glasshouse/app/statement-words';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './risk-sheet.module.css';
import type { WithdrawalCase } from './withdrawal-case.ts';

/** By which lines of the statement this coin came in, and the deposits among them by date. */
export function MoneySources({ found: { item, risk } }: { readonly found: WithdrawalCase }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  return (
    <Panel title={t('console:risk.sources')}>
      <ul>
        {risk.sources.map(({ reason, amount, share }) => (
          <li key={reason} className={styles.source}>
            <span>{reasonWords(translator, reason)}</span>
            <bdi className={styles.sum}>{format.money(amount, item.symbol)}</bdi>
            <span className={styles.share} aria-hidden="true">
              {/* Drawn only: the share itself is the text behind it. */}
              <span style={{ inlineSize: `${Math.min(1, Number(share)) * 100}%` }} />
            </span>
            <bdi className={styles.percent}>{format.percent(share)}</bdi>
          </li>
        ))}
      </ul>
      {0 < risk.deposits.length && (
        <>
          <h4 className={styles.subtitle}>{t('console:risk.deposits')}</h4>
          <ul>
            {risk.deposits.map(({ id, at, network, credited, symbol }) => (
              <li key={id} className={styles.line}>
                <span className={styles.date}>{format.date(at)}</span>
                <span>{network ?? t('console:method.bank')}</span>
                <bdi className={styles.sum}>{format.money(credited, symbol)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
