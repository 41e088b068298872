import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { buySums, type Product } from '@glasshouse/trade/plans/sums';
import { AmountField, Button, Glass, KeyValue, type KeyValueRow, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Available } from '../../parts/money/available.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { exitWords } from './exit-words.ts';
import { Growth } from './growth.tsx';
import styles from './plan.module.css';
import { SmartSwitch } from './smart-switch.tsx';

const DECIMALS = 8;

interface PlanTicketProps {
  readonly product: Product;
  /** A member on the real account: everybody else sees the sums and how to get there. */
  readonly isReal: boolean;
  readonly isSmart: boolean;
  readonly amountRef: RefObject<HTMLInputElement | null>;
}

/** Amount, what it pays and when, and what leaving early costs, before anything is bought. */
export function PlanTicket({ product, isReal, isSmart, amountRef }: PlanTicketProps) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const money = useMoneyCall('buyPlan');
  // Who cannot buy sees what the least amount would pay; who can enters it.
  const [amount, setAmount] = useState(isReal ? '' : product.min);
  const [wasLeft, setLeft] = useState(false);
  const balances = useBalances();
  const { asset, name, sale } = product;
  const available = isReal ? balances.data?.items.find((balance) => balance.asset === asset)?.available : undefined;
  const sums = buySums(product, amount, serverNow());
  const range = { min: format.money(product.min, asset), max: format.money(product.max, asset) };
  const isHeld = product.onePerUser && 0 < product.mine;
  const isOff = product.kind === 'smart' && !isSmart;
  const buy = async (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (sums === undefined || money.busy) return;
    const { id: productId, version, cycleDays: days } = product;
    const answer = await money.submit({ productId, amount, days, version });
    void client.invalidateQueries({ queryKey: ['plans'] });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: ['private'] });
    toasts.show({ title: t('plans:bought') });
    setAmount('');
    setLeft(false);
  };
  const value = (figure: 'daily' | 'promised' | 'end' | 'exit', label: string) => (
    <Derived derivation={sums?.why[figure]} value={sums?.[figure]} name={label} asset={asset} />
  );
  const rows: KeyValueRow[] = [
    { id: 'daily', name: t('plans:sum.daily'), value: value('daily', t('plans:sum.daily')) },
    { id: 'promised', name: t('plans:sum.promised'), value: value('promised', t('plans:sum.promised')), strong: true },
    { id: 'starts', name: t('plans:sum.starts'), value: sums === undefined ? '–' : format.dateTime(sums.startsAt) },
    { id: 'matures', name: t('plans:sum.matures'), value: sums === undefined ? '–' : format.dateTime(sums.maturesAt) },
    { id: 'end', name: t('plans:sum.end'), value: value('end', t('plans:sum.end')) },
    { id: 'exit', name: t('plans:sum.exit'), value: value('exit', t('plans:sum.exit')) },
  ];
  return (
    <Glass className={styles.ticket}>
      <form aria-label={name} className={styles.form} onSubmit={(event) => void buy(event)} noValidate>
        <h2 className={styles.ticketName}>{name}</h2>
        <AmountField
          ref={amountRef}
          label={t('plans:range')}
          value={amount}
          onChange={setAmount}
          onBlur={() => setLeft(amount !== '')}
          error={wasLeft && sums === undefined ? t('plans:enter', range) : undefined}
          asset={asset}
          decimals={DECIMALS}
          available={available}
        />
        <p className={styles.note}>
          {isReal ? <Available value={available} asset={asset} /> : t('plans:fromTo', range)}
        </p>
        <Growth days={product.cycleDays} sums={sums} />
        <KeyValue rows={rows} />
        <p className={styles.note}>{t('plans:leaving', exitWords(product, format))}</p>
        {product.onePerUser && <p className={styles.note}>{t('plans:one')}</p>}
        {isReal ? (
          <>
            {product.kind === 'smart' && <SmartSwitch enabled={isSmart} />}
            {money.failure && <FailureNote failure={money.failure} />}
            <Button type="submit" variant="primary" loading={money.busy} disabled={sale !== 'open' || isHeld || isOff}>
              {sums === undefined ? t('plans:buy') : t('plans:buyFor', { amount: format.money(amount, asset) })}
            </Button>
          </>
        ) : (
          <Entrance />
        )}
      </form>
    </Glass>
  );
}

/** What stands between this person and a purchase. */
function Entrance() {
  const t = useT();
  if (useSession() !== undefined) return <RealGate text={t('plans:gate')}>{null}</RealGate>;
  return (
    <>
      <p>{t('plans:login')}</p>
      <LinkButton href="/pass/login?next=%2Ftrading" variant="primary">
        {t('shell:tool.login')}
      </LinkButton>
    </>
  );
}
