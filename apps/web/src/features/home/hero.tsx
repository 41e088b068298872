import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Button, Stack } from '@glasshouse/ui';
import { useTryDemo } from '../../parts/account/use-try-demo.ts';
import { LateProof } from '../../parts/proofs/late-proof.tsx';
import styles from './hero.module.css';

/** What this is, and beside it a minute of prices that this browser has checked. */
export function Hero() {
  const t = useT();
  const demo = useTryDemo('/cruuency');
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.title}>{t('home:hero.title')}</h1>
        <p className={styles.text}>{t('home:hero.text')}</p>
        <Stack row wrap gap={3} className={styles.actions}>
          <Button variant="primary" size="l" loading={demo.busy} onClick={() => void demo.start()}>
            {t('shell:tool.tryDemo')}
          </Button>
          <LinkButton href="/pass/register" size="l">
            {t('shell:tool.register')}
          </LinkButton>
        </Stack>
        <p className={styles.hint}>{t('home:hero.tryDemoHint')}</p>
        {demo.failure && <FailureNote failure={demo.failure} />}
      </div>
      <LateProof />
    </section>
  );
}
