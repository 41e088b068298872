import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Product } from '@glasshouse/trade/plans/sums';
import { Card, Section, SkeletonBlock } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchResult } from '../../api/client.ts';
import { EarnPage } from '../../parts/page/earn-page.tsx';
import { MyPlans } from './my-plans.tsx';
import styles from './plan.module.css';
import { PlanTicket } from './plan-ticket.tsx';
import { ProductRow } from './product-row.tsx';
import { ReserveDialog } from './reserve-dialog.tsx';

const REFRESH_MS = 15_000;
const TERMS = ['days', 'end', 'exit', 'draw'] as const;

/** Plans for sale with what covers them and a ticket; on the real account also one's own. */
export function PlansPage() {
  const t = useT();
  const user = useSession()?.user;
  const isReal = useBook() === 'real' && user !== undefined && !user.guest;
  const [chosenId, setChosenId] = useState<number>();
  const [source, setSource] = useState<Product>();
  const amount = useRef<HTMLInputElement>(null);
  const query = useQuery({
    queryKey: ['plans', 'products', user?.id ?? 0],
    queryFn: ({ signal }) => fetchResult('listPlanProducts', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const answer = loadable(query);
  const choose = (id: number) => {
    // Its ticket has to be there before its field gets the focus.
    flushSync(() => setChosenId(id));
    amount.current?.focus();
  };
  const items = answer.state === 'ready' ? answer.value.items : [];
  const chosen = items.find(({ id }) => id === chosenId) ?? items.find(isOffered) ?? items[0];
  return (
    <EarnPage current="/trading" title={t('plans:headline')} note={t('plans:text')}>
      {answer.state === 'error' && <FailureNote failure={answer.failure} retry={answer.retry} />}
      {answer.state === 'loading' && <SkeletonBlock height="5.2rem" />}
      {answer.state === 'ready' && chosen !== undefined && (
        <div className={styles.offer}>
          <section aria-label={t('plans:title')}>
            <ul>
              {items.map((product) => (
                <ProductRow
                  key={product.id}
                  product={product}
                  isChosen={product.id === chosen.id}
                  onReserve={() => setSource(product)}
                  onChoose={() => choose(product.id)}
                />
              ))}
            </ul>
          </section>
          <PlanTicket
            key={`${chosen.id} ${isReal}`}
            product={chosen}
            isReal={isReal}
            isSmart={answer.value.smartTrading === true}
            amountRef={amount}
          />
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
      {source !== undefined && <ReserveDialog product={source} onClose={() => setSource(undefined)} />}
    </EarnPage>
  );
}

/** On sale, and not one that is sold once to a person who has it. */
const isOffered = ({ sale, onePerUser, mine }: Product): boolean => sale === 'open' && !(onePerUser && 0 < mine);
