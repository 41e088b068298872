import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { Banner, Button, Card, EmptyState, SkeletonBlock } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { RealSteps } from './real-steps.tsx';
import { SwitchBookDialog } from './switch-book-dialog.tsx';
import { useHasRealAccounts } from './use-sandbox.ts';
import { useUserInfo } from './use-user-info.ts';

interface RealGateProps {
  /** What the page is for, said to people on the demo account. */
  readonly text: string;
  /** Above a page that is also for others: one line where there is no real account. */
  readonly isAbove?: boolean;
  readonly children: ReactNode;
}

/** The page of real money, or why it is not there and what to do about it. */
export function RealGate({ text, isAbove = false, children }: RealGateProps) {
  const t = useT();
  const book = useBook();
  const guest = useSession()?.user.guest === true;
  const hasRealAccounts = useHasRealAccounts();
  const info = loadable(useUserInfo());
  const [asking, setAsking] = useState(false);
  if (info.state === 'error') return <FailureNote failure={info.failure} retry={info.retry} />;
  if (info.state === 'loading' || (guest && hasRealAccounts === undefined)) return <SkeletonBlock height="3.2rem" />;
  if (guest && hasRealAccounts) {
    if (isAbove) return <Banner kind="info">{text}</Banner>;
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
          {t('wallet:gate.guestText')}
        </EmptyState>
      </Card>
    );
  }
  if (info.state === 'ready' && info.value.books.real === 'closed') {
    if (isAbove) return <Banner kind="info">{text}</Banner>;
    return (
      <Card>
        <EmptyState
          title={t('wallet:gate.closed')}
          action={<LinkButton href="/profile/info#demo">{t('account:demo.reset')}</LinkButton>}
        >
          {t('wallet:gate.closedText')}
        </EmptyState>
      </Card>
    );
  }
  if (book === 'real') return children;
  return (
    <Card>
      <EmptyState
        title={t('wallet:gate.demo')}
        action={
          <Button variant="primary" onClick={() => setAsking(true)}>
            {t('shell:book.toReal')}
          </Button>
        }
      >
        {text}
      </EmptyState>
      <RealSteps />
      <SwitchBookDialog target="real" open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}
