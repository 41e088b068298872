import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { Banner, Button, Card, EmptyState, PageHead, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useState } from 'react';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { SwitchBookDialog } from '../../parts/account/switch-book-dialog.tsx';
import { useKyc } from '../../parts/account/use-kyc.ts';
import styles from './kyc.module.css';
import { KycForm } from './kyc-form.tsx';
import type { KycStatus, Level } from './kyc-values.ts';
import { LevelCard } from './level-card.tsx';
import { LimitsLadder } from './limits-ladder.tsx';

/** The identity checks: where they stand, and their forms. */
export function KycPage() {
  const t = useT();
  const guest = useSession()?.user.guest === true;
  const status = loadable(useKyc());
  const [open, setOpen] = useState<Level>();
  return (
    <PersonPage>
      <PageHead
        title={open === undefined ? t('kyc:title') : t(`kyc:level.${open}`)}
        note={t(open === undefined ? 'kyc:text' : `kyc:formText.${open}`)}
        actions={open !== undefined && <Button onClick={() => setOpen(undefined)}>{t('kyc:action.overview')}</Button>}
      />
      {guest && <GuestNote />}
      {!guest && status.state === 'error' && <FailureNote failure={status.failure} retry={status.retry} />}
      {!guest && status.state === 'loading' && (
        <Stack gap={4}>
          <SkeletonBlock height="3.2rem" />
          <SkeletonBlock height="3.2rem" />
        </Stack>
      )}
      {!guest && status.state === 'ready' && (
        <>
          {status.stale && (
            <Banner kind="stale" className={styles.banner}>
              {t('kyc:stale')}
            </Banner>
          )}
          {open === undefined ? (
            <Overview status={status.value} onOpen={setOpen} />
          ) : (
            // A new key for each level: the form reads its draft once.
            <KycForm key={open} level={open} status={status.value} onDone={() => setOpen(undefined)} />
          )}
        </>
      )}
    </PersonPage>
  );
}

/** What can be sent now: one check after the other, nothing while it is reviewed or has passed. */
function canSend(level: Level, status: KycStatus): boolean {
  const isOpen = status[level].state === 'none' || status[level].state === 'notPassed';
  return isOpen && (level === 'basic' || status.basic.state === 'verified');
}

function Overview({ status, onOpen }: { status: KycStatus; onOpen: (level: Level) => void }) {
  const t = useT();
  const book = useBook();
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.levels}>
      {book === 'demo' && (
        <Banner
          kind="info"
          action={
            <Button size="s" onClick={() => setAsking(true)}>
              {t('shell:book.toReal')}
            </Button>
          }
        >
          {t('kyc:demoNote')}
        </Banner>
      )}
      {(['basic', 'full'] as const).map((level) => (
        <LevelCard
          key={level}
          level={level}
          status={status}
          onOpen={canSend(level, status) ? () => onOpen(level) : undefined}
        />
      ))}
      <LimitsLadder />
      <p className={styles.muted}>{t('kyc:privacy')}</p>
      <SwitchBookDialog target="real" open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

function GuestNote() {
  const t = useT();
  return (
    <Card>
      <EmptyState
        title={t('wallet:gate.guest')}
        action={
          <LinkButton href="/profile/info#save" variant="primary">
            {t('wallet:gate.save')}
          </LinkButton>
        }
      >
        {t('kyc:guestText')}
      </EmptyState>
    </Card>
  );
}
