import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Button, Figure, KeyValue, type KeyValueRow, type PaneRow, Why } from '@glasshouse/ui';
import { type Confirmation, refuseDouble, refuseHeld } from './confirm-in-place.tsx';
import styles from './risk-warning.module.css';
import type { RiskFigures, RiskGate, RiskWarning } from './use-risk-warning.ts';

interface RiskWarningNoteProps {
  readonly gate: RiskGate;
  /** It has been read, and that is recorded. */
  readonly onRead: () => void;
  /** Where the same press places the order: its confirmation, and what it takes at worst. */
  readonly order?: { readonly confirmation: Confirmation; readonly figures: readonly KeyValueRow[] } | undefined;
}

/**
 * Three sentences before the first order of a product: what can be lost, how many lose here, and
 * with which money to trade. The share opens into its sums.
 */
export function RiskWarningNote({ gate, onRead, order }: RiskWarningNoteProps) {
  const t = useT();
  const { warning, figures } = gate;
  if (warning === undefined || figures === undefined) return null;
  const isOptions = figures.product === 'options';
  return (
    <section className={styles.warning} aria-label={t('trade:risk.title')}>
      <p className={styles.title}>{t('trade:risk.title')}</p>
      <p>{t(isOptions ? 'trade:risk.options' : 'trade:risk.contracts')}</p>
      <div className={styles.share}>
        <ShareSentence figures={figures} warning={warning} />
        <ShareWhy figures={figures} warning={warning} />
      </div>
      <p>{t('trade:risk.afford')}</p>
      {order && (
        <div className={styles.order}>
          <p>{order.confirmation.sentence}</p>
          <KeyValue dense rows={order.figures} />
        </div>
      )}
      {gate.failure && <FailureNote failure={gate.failure} />}
      <Button
        size="l"
        full
        variant={order?.confirmation.tone ?? 'primary'}
        loading={gate.busy}
        onKeyDown={refuseHeld}
        onClick={async (event) => {
          refuseDouble(event);
          if (!event.defaultPrevented && (await gate.acknowledge())) onRead();
        }}
      >
        {order?.confirmation.action ?? t('trade:risk.accept')}
      </Button>
      <p className={styles.once}>{t(order ? 'trade:risk.withOrder' : 'trade:risk.once')}</p>
    </section>
  );
}

interface ShareProps {
  readonly figures: RiskFigures;
  readonly warning: RiskWarning;
}

function ShareSentence({ figures, warning }: ShareProps) {
  const t = useT();
  const format = useFormat();
  const { accounts, share } = figures;
  const isOptions = figures.product === 'options';
  if (share === null) {
    const few = { count: accounts, accounts: format.number(accounts), min: format.number(warning.accountsMin) };
    return <span>{t(isOptions ? 'trade:risk.fewOptions' : 'trade:risk.fewContracts', few)}</span>;
  }
  const words = {
    share: format.percent(share, { min: 1, max: 1 }),
    accounts: format.number(accounts),
    from: format.date(`${warning.from}T00:00:00Z`),
  };
  return <span>{t(isOptions ? 'trade:risk.shareOptions' : 'trade:risk.shareContracts', words)}</span>;
}

function ShareWhy({ figures, warning }: ShareProps) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const { accounts, losing, share } = figures;
  const rows: PaneRow[] = [
    { name: t('trade:risk.book'), value: t(book === 'demo' ? 'common:book.demo' : 'common:book.real') },
    { name: t('trade:risk.from'), value: format.date(`${warning.from}T00:00:00Z`) },
    { name: t('trade:risk.until'), value: format.dateTime(warning.until) },
    { name: t('trade:risk.accounts'), value: <Figure value={String(accounts)} /> },
    { name: t('trade:risk.needed'), value: <Figure value={String(warning.accountsMin)} /> },
    ...(losing === null ? [] : [{ name: t('trade:risk.losing'), value: <Figure value={String(losing)} /> }]),
    {
      name: t('trade:risk.share'),
      value: share === null ? t('trade:risk.notYet') : format.percent(share, { min: 1, max: 1 }),
      total: true,
    },
  ];
  return (
    <Why label={t('trade:risk.why')} title={t('trade:risk.share')} rows={rows}>
      {t('trade:risk.how', { min: format.number(warning.accountsMin) })}
    </Why>
  );
}
