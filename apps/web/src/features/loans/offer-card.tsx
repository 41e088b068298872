import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { loanLimitDerivation } from '@glasshouse/rules/derivations/loans';
import type { Offer } from '@glasshouse/trade/loans/sums';
import { Card, Icon } from '@glasshouse/ui';
import { CircleAlert } from '@glasshouse/ui/icon/icons';
import { LimitLine } from '../../parts/kyc/limit-line.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { FreeReturnsNote } from './free-returns.tsx';
import styles from './loans.module.css';

type Obstacle = Offer['obstacles'][number];

/** How much the person may borrow and why; or each thing in the way, with what mends it. */
export function OfferCard({ offer }: { offer: Offer }) {
  const t = useT();
  const format = useFormat();
  const usdt = (value: string) => format.money(value, 'USDT', { min: 2, max: 2 });
  const { obstacles } = offer;
  return (
    <Card className={styles.offer}>
      <div>
        <p className={styles.muted}>{t('loans:limit')}</p>
        <p className={styles.big}>
          <Derived
            derivation={loanLimitDerivation(offer)}
            value={offer.limit}
            name={t('loans:limit')}
            places={2}
            asset="USDT"
            size="xxl"
          />
        </p>
        {offer.identity !== 'none' && (
          <p className={styles.muted}>
            {t('loans:limitText', {
              rate: format.percent(offer.limitRate),
              value: usdt(offer.balanceValue),
              free: usdt(offer.freeValue),
            })}
          </p>
        )}
      </div>
      <FreeReturnsNote offer={offer} />
      <LimitLine kind="loan" />
      {(0 < obstacles.length || offer.identity === 'basic') && (
        <ul className={styles.reasons}>
          {obstacles.map((obstacle) => (
            <li key={obstacle} className={styles.reason}>
              <Icon of={CircleAlert} className={styles.alert} />
              <span className={styles.why}>{t(`loans:obstacle.${obstacle}`)}</span>
              <Remedy obstacle={obstacle} offer={offer} />
            </li>
          ))}
          {offer.identity === 'basic' && (
            <li className={styles.reason}>
              <span className={styles.why}>{t('loans:moreText', { rate: format.percent(offer.fullRate) })}</span>
              <LinkButton size="s" href="/profile/identity">
                {t('loans:verify')}
              </LinkButton>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

/** The page that mends it; nothing for what the person cannot mend. */
function Remedy({ obstacle, offer }: { obstacle: Obstacle; offer: Offer }) {
  const t = useT();
  const link = (href: string, label: string) => (
    <LinkButton size="s" href={href}>
      {label}
    </LinkButton>
  );
  switch (obstacle) {
    case 'notVerified':
      return link('/profile/identity', t('loans:verify'));
    case 'loanOpen':
      return link(`/loan/${offer.openLoanId ?? ''}`, t('loans:openLoan'));
    case 'balanceTooSmall':
      return link('/profile/balance', t('wallet:deposit.title'));
    case 'notFree':
      return link('/zjxq', t('account:profile.balances'));
    case 'poolLow':
      return link('/house', t('shell:footer.house'));
    case 'frozen':
    case 'off':
    case 'lenderUnnamed':
      return null;
  }
}
