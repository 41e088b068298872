import { Banner } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { useFormat } from '../../shared/format.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import type { WithdrawalTerms } from './use-funding.ts';
import styles from './wallet.module.css';

type Block = WithdrawalTerms['blocks'][number];

const WAY_OUT = {
  withdrawalPasswordMissing: { href: '/profile/info#security', label: 'wallet:block.setPassword' },
  owed: { href: '/profile/balance', label: 'wallet:deposit.title' },
} as const;

/** All that stands in the way right now, said before anything is filled in. */
export function Blocks({ blocks, symbol }: { blocks: readonly Block[]; symbol: string }) {
  const t = useT();
  const format = useFormat();
  if (blocks.length === 0) return null;
  return (
    <div className={styles.blocks}>
      {blocks.map(({ kind, until, amount }) => {
        const way = kind === 'withdrawalPasswordMissing' || kind === 'owed' ? WAY_OUT[kind] : undefined;
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
              way && (
                <LinkButton size="s" href={way.href}>
                  {t(way.label)}
                </LinkButton>
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
