import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { TickRef } from '@glasshouse/rules/derivations';
import { parsePrice } from '@glasshouse/rules/money';
import { type SealState, Stamps } from '@glasshouse/ui';
import { HashStart } from './hash-start.tsx';
import { pinnedBy } from './pinned-keys.ts';
import { signersOf, usePublishedKeys } from './published-keys.ts';
import styles from './tick-stamps.module.css';
import { useTickReceipt } from './use-tick-receipt.ts';
import { type Proven, type TickVerdict, tickKey, verifyTicks } from './verify-ticks.ts';

const MINUTE_MS = 60_000;

/**
 * The four steps from a price to the signature of its minute, as this browser takes them: first the
 * tick with the price that is shown, then its minute, the root over it and the signature.
 */
export function TickStamps({ tick, price }: { readonly tick: TickRef; readonly price: string }) {
  const translator = useTranslator();
  const { data, error } = useTickReceipt(tick);
  if (data !== undefined) return <Steps proven={data} price={price} />;
  return error === null ? null : <p className={styles.text}>{failureText(translator, failureOf(error))}</p>;
}

const STATES: Readonly<Record<TickVerdict, SealState>> = { proved: 'sealed', pending: 'price', wrong: 'broken' };

function Steps({ proven, price }: { readonly proven: Proven; readonly price: string }) {
  const { t } = useTranslator();
  const format = useFormat();
  const ticks = [proven];
  const keys = usePublishedKeys(signersOf(ticks)).data?.keys;
  const { tick, receipt } = proven;
  const at = Date.parse(tick.at);
  const verdict = verdictOf();
  const number = `#${tick.seq}`;
  const minute = format.time(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const due = t('guide:pane.due', { time: format.time((Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS) });
  return (
    <div className={styles.proof}>
      <p className={styles.heading}>{t('guide:pane.proof')}</p>
      <Stamps
        label={t('guide:pane.proof')}
        state={verdict === undefined ? 'open' : STATES[verdict]}
        steps={[
          { name: t('guide:pane.price'), value: <bdi dir="ltr">{number}</bdi> },
          {
            name: t('guide:pane.minute'),
            value: receipt === null ? t('guide:pane.open', { time: minute }) : minute,
          },
          { name: t('guide:pane.root'), value: receipt === null ? due : <HashStart hex={receipt.root} /> },
          { name: t('guide:pane.signature'), value: receipt === null ? due : <HashStart hex={receipt.signature} /> },
        ]}
      />
      {verdict !== undefined && (
        <p className={styles.text}>
          {verdict === 'wrong' ? t('trade:receipt.notFit') : t(`guide:pane.${verdict}`, { number })}
        </p>
      )}
    </div>
  );

  function verdictOf(): TickVerdict | undefined {
    const { bid, ask, mid } = tick;
    if (![bid, ask, mid].some((side) => parsePrice(side) === parsePrice(price))) return 'wrong';
    if (receipt === null) return 'pending';
    return keys === undefined ? undefined : verifyTicks(ticks, pinnedBy(keys).trusted).get(tickKey(proven));
  }
}
