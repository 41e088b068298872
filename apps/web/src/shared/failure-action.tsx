import { code } from '@glasshouse/api/codes';
import type { MessageKey } from '@glasshouse/i18n';
import { Button } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/language.ts';
import { useBook } from '../session/session.ts';
import { LinkButton } from './link-button.tsx';
import { SwitchBookDialog } from './switch-book-dialog.tsx';

/** Refusals that another page puts right. */
const REMEDY: Readonly<Record<number, { readonly href: string; readonly label: MessageKey }>> = {
  [code.verifyIdentityFirst]: { href: '/profile/identity', label: 'shell:remedy.identity' },
  [code.notVerified]: { href: '/profile/identity', label: 'shell:remedy.identity' },
  [code.basicKycFirst]: { href: '/profile/identity', label: 'shell:remedy.identity' },
  [code.guestMustUpgrade]: { href: '/profile/info#save', label: 'shell:banner.saveAccount' },
  [code.stepUnavailable]: { href: '/profile/info#security', label: 'shell:tool.settings' },
  [code.setWithdrawalPasswordFirst]: { href: '/profile/info#security', label: 'shell:remedy.password' },
};

interface FailureActionProps {
  readonly number: number;
  /** For refusals that nothing puts right. */
  readonly otherwise: ReactNode;
}

/** The button that puts a refusal right: the switch of the book, or the page that asks for more. */
export function FailureAction({ number, otherwise }: FailureActionProps) {
  const t = useT();
  const book = useBook();
  const [asking, setAsking] = useState(false);
  const remedy = REMEDY[number];
  if (number === code.switchToReal && book === 'demo') {
    return (
      <>
        <Button size="s" onClick={() => setAsking(true)}>
          {t('shell:book.toReal')}
        </Button>
        <SwitchBookDialog target="real" open={asking} onClose={() => setAsking(false)} />
      </>
    );
  }
  if (remedy === undefined || remedy.href.split('#', 1)[0] === window.location.pathname) return otherwise;
  return (
    <LinkButton size="s" href={remedy.href}>
      {t(remedy.label)}
    </LinkButton>
  );
}
