import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { QrCode } from '@glasshouse/app/qr-code.tsx';
import type { Network } from '@glasshouse/trade/funds/terms';
import { Banner, Figure, KeyValue, SkeletonBlock } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { AddressText } from './address-text.tsx';
import { type DepositMethod, useDepositAddress } from './use-funding.ts';
import styles from './wallet.module.css';

interface AddressCardProps {
  readonly method: DepositMethod;
  readonly network: Network;
  /** Nobody holds the keys of a sandbox. */
  readonly isSandbox: boolean;
}

/** Where to send a coin on one network, and what gets lost otherwise. */
export function AddressCard({ method, network, isSandbox }: AddressCardProps) {
  const t = useT();
  const format = useFormat();
  const { symbol } = method;
  const name = method.networkName ?? network;
  const found = loadable(useDepositAddress(symbol, network));
  if (found.state === 'error') return <FailureNote failure={found.failure} retry={found.retry} />;
  // As tall as the address with its facts on a desktop.
  if (found.state !== 'ready') return <SkeletonBlock height="4.4rem" />;
  const { address, memo, minimum, confirmations, contract, uri } = found.value;
  const what = t('wallet:deposit.addressOf', { symbol, network: name });
  return (
    <section className={styles.addressCard} aria-label={what}>
      {isSandbox && <Banner kind="info">{t('wallet:deposit.sandbox')}</Banner>}
      <Banner kind="warning">{t('wallet:deposit.onlyThis', { symbol, network: name, standard: network })}</Banner>
      <div className={styles.send}>
        <QrCode text={uri} label={t('wallet:deposit.qr', { symbol, network: name })} className={styles.qr} />
        <div className={styles.sendText}>
          <span className={styles.legend}>{what}</span>
          <AddressText address={address} />
          <div className={styles.actions}>
            <CopyButton text={address} what={what} size="s" variant="primary">
              {t('wallet:copy')}
            </CopyButton>
          </div>
          <p className={styles.small}>{t('wallet:deposit.compare')}</p>
          {memo !== null && (
            <div className={styles.memo}>
              <Banner kind="danger">{t('wallet:deposit.memoNeeded')}</Banner>
              <span className={styles.legend}>{t('wallet:deposit.memo')}</span>
              <span className={styles.memoText}>
                <bdi dir="ltr" className={styles.address}>
                  {memo}
                </bdi>
                <CopyButton text={memo} what={t('wallet:deposit.memo')} size="s">
                  {t('wallet:copy')}
                </CopyButton>
              </span>
            </div>
          )}
        </div>
      </div>
      <KeyValue
        dense
        rows={[
          {
            id: 'minimum',
            name: t('wallet:deposit.minimum'),
            value: <Money value={minimum} asset={symbol} />,
          },
          {
            id: 'confirmations',
            name: t('wallet:deposit.confirmations'),
            value: (
              <>
                <Figure value={String(confirmations)} places={0} />
                {method.minutes !== null &&
                  ` · ${t('wallet:deposit.about', { time: format.duration(method.minutes * 60) })}`}
              </>
            ),
          },
          ...(contract === null
            ? []
            : [
                {
                  id: 'contract',
                  name: t('wallet:deposit.contract'),
                  value: (
                    <bdi dir="ltr" className={styles.contract} title={contract}>
                      {contract}
                    </bdi>
                  ),
                },
              ]),
        ]}
      />
    </section>
  );
}
