import { useFormat } from '@glasshouse/app/hooks/use-format';
import { needMessages, useT } from '@glasshouse/app/language/language';
import { lazyPart, OpenedPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import { Banner, Button } from '@glasshouse/ui';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useUserInfo } from '../../parts/account/use-user-info.ts';
import styles from './wallet.module.css';

type Block = WithdrawalTerms['blocks'][number];

const REMEDIES = {
  loanOpen: { href: '/loan', label: 'funds:product.loans' },
  owed: { href: '/profile/balance', label: 'wallet:deposit.title' },
} as const;

const hasRemedy = (kind: Block['kind']): kind is keyof typeof REMEDIES => kind in REMEDIES;

const WithdrawalPasswordDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([
    import('../../parts/account/withdrawal-password-dialog.tsx'),
    needMessages(['security', 'signin']),
  ]);
  return dialog.WithdrawalPasswordDialog;
});

/** Sets the first withdrawal password on the page itself: what was filled in stays. */
function SetPassword() {
  const t = useT();
  const info = useUserInfo().data;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="s" disabled={info === undefined} onClick={() => setOpen(true)}>
        {t('wallet:block.setPassword')}
      </Button>
      {isOpen && info !== undefined && (
        <OpenedPart>
          <WithdrawalPasswordDialog state={info.security} email={info.user.email} onClose={() => setOpen(false)} />
        </OpenedPart>
      )}
    </>
  );
}

/** All that stands in the way right now, said before anything is filled in. */
export function Blocks({ blocks, symbol }: { blocks: readonly Block[]; symbol: string }) {
  const t = useT();
  const format = useFormat();
  if (blocks.length === 0) return null;
  return (
    <div className={styles.blocks}>
      {blocks.map(({ kind, until, amount }) => {
        const remedy = hasRemedy(kind) ? REMEDIES[kind] : undefined;
        const values = {
          time: until === null ? '' : format.dateTime(until),
          left: until === null ? '' : format.relative(until, serverNow()),
          amount: amount === null ? '' : format.money(amount, symbol),
        };
        return (
          <Banner
            key={kind}
            kind="warning"
            action={
              kind === 'withdrawalPasswordMissing' ? (
                <SetPassword />
              ) : (
                remedy && (
                  <LinkButton size="s" href={remedy.href}>
                    {t(remedy.label)}
                  </LinkButton>
                )
              )
            }
          >
            {t(`wallet:block.${kind}`, values)}
          </Banner>
        );
      })}
    </div>
  );
}
