import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import type { ContractOrder, OptionsOrder } from '@glasshouse/trade/orders';
import { BottomSheet } from '@glasshouse/ui';
import { OpenRows } from '../../parts/orders/open-rows.tsx';
import rowStyles from '../../parts/orders/order-row.module.css';
import { AccountResult } from '../../parts/portfolio/result.tsx';
import styles from './island.module.css';
import type { IslandResult } from './results.ts';

interface IslandSheetProps {
  readonly contracts: readonly ContractOrder[];
  readonly options: readonly OptionsOrder[];
  readonly results: readonly IslandResult[];
  readonly onClose: () => void;
}

/** What the pill sums up: the result of the day, what is open, and what has ended meanwhile. */
export function IslandSheet({ contracts, options, results, onClose }: IslandSheetProps) {
  const t = useT();
  return (
    <BottomSheet
      open
      onClose={onClose}
      width="s"
      title={t('portfolio:island.title')}
      closeLabel={t('common:action.close')}
      footer={
        <LinkButton href="/portfolio" variant="primary" onClick={onClose}>
          {t('shell:nav.account')}
        </LinkButton>
      }
    >
      <AccountResult className={styles.sums} />
      <ul className={styles.list}>
        {results.map(({ key, href, title }) => (
          <li key={key}>
            <Link href={href} className={rowStyles.row} onClick={onClose}>
              <span>{title}</span>
              <span className={styles.more}>{t('trade:options.viewOrder')}</span>
            </Link>
          </li>
        ))}
        <OpenRows contracts={contracts} options={options} onOpen={onClose} />
      </ul>
    </BottomSheet>
  );
}
