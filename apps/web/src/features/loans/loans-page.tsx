import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { inCents } from '@glasshouse/trade/loans/sums';
import { SkeletonBlock } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { useUserInfo } from '../../parts/account/use-user-info.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { EarnPage } from '../../parts/page/earn-page.tsx';
import { Calculator } from './calculator.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './loans.module.css';
import { LoginCard } from './login-card.tsx';
import { MyLoans } from './my-loans.tsx';
import { OfferCard } from './offer-card.tsx';

const REFRESH_MS = 15_000;
/** No less than what takes its place. */
const HEIGHT = '14rem';

/** Loans: the calculator for everybody, and for people on the real account what they can borrow. */
export function LoansPage() {
  const t = useT();
  const user = useSession()?.user;
  const isReal = useBook() === 'real' && user !== undefined && !user.guest;
  const productQuery = useQuery({
    queryKey: ['loanProduct'],
    queryFn: ({ signal }) => fetchResult('getLoanProduct', { signal }),
    enabled: !isReal,
  });
  const product = loadable(productQuery);
  const info = useUserInfo();
  // The gate is in the calculator, and must not change its height once it is known.
  const isLoading = product.state === 'loading' || (user !== undefined && info.isPending);
  return (
    <EarnPage current="/loan" title={t('loans:headline')} note={t('loans:text')}>
      {isReal ? (
        <OwnOffer />
      ) : (
        <div className={styles.parts}>
          {isLoading && <SkeletonBlock height={HEIGHT} />}
          {product.state === 'error' && <FailureNote failure={product.failure} retry={product.retry} />}
          {!isLoading && product.state === 'ready' && (
            <>
              <Calculator
                product={product.value}
                max={product.value.maximum}
                gate={user === undefined ? <LoginCard /> : <RealGate text={t('loans:gate')}>{null}</RealGate>}
              />
              <HowItWorks product={product.value} />
            </>
          )}
        </div>
      )}
    </EarnPage>
  );
}

/** What this person may borrow now, with the prices of now. */
function OwnOffer() {
  const offerQuery = useQuery({
    queryKey: privateKey('loans', 'real', 'offer'),
    queryFn: ({ signal }) => fetchResult('getLoanTerms', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const offer = loadable(offerQuery);
  if (offer.state === 'error') return <FailureNote failure={offer.failure} retry={offer.retry} />;
  if (offer.state !== 'ready') return <SkeletonBlock height={HEIGHT} />;
  const { value } = offer;
  const isFree = value.obstacles.length === 0;
  return (
    <div className={styles.parts}>
      <OfferCard offer={value} />
      {value.openLoanId !== null && <MyLoans />}
      <Calculator product={value} max={isFree ? inCents(value.limit) : value.maximum} offer={value} />
      {value.openLoanId === null && <MyLoans />}
      <HowItWorks product={value} />
    </div>
  );
}
