import { code } from '@glasshouse/api/codes';
import type { RemedyProps } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import type { MessageKey } from '@glasshouse/i18n';
import { Button } from '@glasshouse/ui';
import { useState } from 'react';
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

/** The button that puts a refusal right: the switch of the book, or the page that asks for more. */
export function FailureAction({ number, otherwise }: RemedyProps) {
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
