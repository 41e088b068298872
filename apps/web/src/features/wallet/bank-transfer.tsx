import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Banner, KeyValue } from '@glasshouse/ui';
import type { DepositMethod } from './use-funding.ts';
import styles from './wallet.module.css';

/** The account to send to, each value to copy, and the reference without which nobody is found. */
export function BankTransfer({ method, isSandbox }: { method: DepositMethod; isSandbox: boolean }) {
  const t = useT();
  const format = useFormat();
  const { bank } = method;
  if (bank === null) return null;
  const copied = (id: 'holder' | 'accountNumber' | 'bic' | 'bank' | 'reference', value: string | null) =>
    value === null
      ? []
      : [
          {
            id,
            name: t(`wallet:bank.${id}`),
            value: (
              <span className={styles.copied}>
                <bdi dir={id === 'holder' || id === 'bank' ? undefined : 'ltr'}>{value}</bdi>
                <CopyButton text={value} what={t(`wallet:bank.${id}`)} size="s" variant="quiet">
                  {t('wallet:copy')}
                </CopyButton>
              </span>
            ),
          },
        ];
  return (
    <section className={styles.addressCard} aria-label={t('wallet:bank.title')}>
      {isSandbox && <Banner kind="info">{t('wallet:bank.sandbox')}</Banner>}
      <Banner kind="warning">{t('wallet:bank.warning', { reference: bank.reference })}</Banner>
      <KeyValue
        rows={[
          ...copied('holder', bank.holder),
          ...copied('accountNumber', bank.accountNumber),
          ...copied('bic', bank.bic),
          ...copied('bank', bank.bank),
          ...copied('reference', bank.reference),
          { id: 'currency', name: t('wallet:bank.currency'), value: bank.currency },
          ...(bank.price === null
            ? []
            : [
                {
                  id: 'price',
                  name: t('wallet:bank.price', { currency: bank.currency }),
                  value: format.money(bank.price, method.symbol, { min: 2, max: 6 }),
                },
              ]),
          ...(bank.priceAt === null
            ? []
            : [{ id: 'priceAt', name: t('wallet:bank.priceAt'), value: format.dateTime(bank.priceAt) }]),
          {
            id: 'minimum',
            name: t('wallet:deposit.minimum'),
            value: format.money(method.minimum, method.symbol),
          },
        ]}
      />
      <p className={styles.small}>{t('wallet:bank.note')}</p>
      {Number(bank.spread) > 0 && (
        <p className={styles.small}>{t('wallet:bank.closed', { rate: format.percent(bank.spread) })}</p>
      )}
      <p className={styles.small}>{t('wallet:bank.others')}</p>
    </section>
  );
}
