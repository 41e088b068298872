import { useT } from '@glasshouse/app/language/language';
import { Page, PageHead } from '@glasshouse/ui';
import { RoleNames } from '../../parts/people/role-names.tsx';
import { useSession } from '../../session/session.ts';
import { Factors } from './factors.tsx';
import { OwnActions } from './own-actions.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './security-page.module.css';

/** The operator's own account: what protects it, where it is open, what was done with it. */
export function SecurityPage() {
  const t = useT();
  const session = useSession();
  if (session === undefined) return null;
  return (
    <Page>
      <PageHead title={t('console:page.security')} note={<RoleNames roles={session.operator.roles} />} />
      <div className={styles.grid}>
        <Factors />
        <PasswordCard />
        <OwnSessions />
        <OwnActions />
      </div>
    </Page>
  );
}
