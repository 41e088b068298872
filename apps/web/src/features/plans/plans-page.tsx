import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Product } from '@glasshouse/trade/plans/sums';
import { Card, Page, PageHead, Section, SkeletonBlock, Switch } from '@glasshouse/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { BuyDialog } from './buy-dialog.tsx';
import { MyPlans } from './my-plans.tsx';
import styles from './plan.module.css';
import { ProductCard } from './product-card.tsx';
import { ReserveDialog } from './reserve-dialog.tsx';

const REFRESH_MS = 15_000;
const TERMS = ['days', 'end', 'exit', 'draw'] as const;

/** Plans for sale with what covers them; for people on the real account also their own. */
export function PlansPage() {
  const t = useT();
  const user = useSession()?.user;
  const isReal = useBook() === 'real' && user !== undefined && !user.guest;
  const [buying, setBuying] = useState<Product>();
  const [source, setSource] = useState<Product>();
  const query = useQuery({
    queryKey: ['plans', 'products', user?.id ?? 0],
    queryFn: ({ signal }) => fetchResult('listPlanProducts', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const answer = loadable(query);
  return (
    <Page>
      <PageHead title={t('plans:title')} note={t('plans:text')} />
      {user === undefined && (
        <Card>
          <p>{t('plans:login')}</p>
          <div className={styles.actions}>
            <LinkButton href="/pass/login?next=%2Ftrading" variant="primary">
              {t('shell:tool.login')}
            </LinkButton>
          </div>
        </Card>
      )}
      {user !== undefined && (
        <RealGate text={t('plans:gate')} isAbove>
          {answer.state === 'ready' && <SmartSwitch enabled={answer.value.smartTrading === true} />}
        </RealGate>
      )}
      {answer.state === 'error' && <FailureNote failure={answer.failure} retry={answer.retry} />}
      {answer.state === 'loading' && <SkeletonBlock height="8rem" />}
      {answer.state === 'ready' && (
        <div className={styles.grid}>
          {answer.value.items.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              onReserve={() => setSource(product)}
              onBuy={isReal ? () => setBuying(product) : undefined}
            />
          ))}
        </div>
      )}
      {isReal && <MyPlans />}
      {/* How high the products are is known once they are there. */}
      {answer.state !== 'loading' && (
        <Section title={t('plans:terms.title')}>
          <Card>
            <ul className={styles.terms}>
              {TERMS.map((name) => (
                <li key={name}>{t(`plans:terms.${name}`)}</li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
      {buying !== undefined && <BuyDialog product={buying} onClose={() => setBuying(undefined)} />}
      {source !== undefined && <ReserveDialog product={source} onClose={() => setSource(undefined)} />}
    </Page>
  );
}

/** Takes effect at once; plans that run go on either way. */
function SmartSwitch({ enabled }: { enabled: boolean }) {
  const t = useT();
  const client = useQueryClient();
  const money = useMoneyCall('setSmartTrading');
  const change = async (next: boolean) => {
    await money.submit({ enabled: next });
    await client.invalidateQueries({ queryKey: ['plans'] });
  };
  return (
    <Card>
      <Switch
        spread
        label={t('plans:switch.label')}
        hint={t('plans:switch.text')}
        checked={enabled}
        disabled={money.busy}
        onChange={(next) => void change(next)}
      />
      {money.failure && <FailureNote failure={money.failure} />}
    </Card>
  );
}
