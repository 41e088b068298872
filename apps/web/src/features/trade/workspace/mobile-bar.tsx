import { useT } from '@glasshouse/app/language/language';
import type { Side } from '@glasshouse/trade/orders';
import { Button, Icon, Menu } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight, ChevronDown } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { useQuote } from '../../../live/market.ts';
import { ClosedMarket } from '../../../parts/ticket/closed-market.tsx';
import { firstLeverage } from '../contracts/first-leverage.ts';
import styles from './instrument-page.module.css';
import type { Workspace } from './use-workspace.ts';

interface MobileBarProps {
  readonly workspace: Workspace;
  readonly onStart: (side: Side) => void;
  /** Above the buttons: what runs on this market. */
  readonly above?: ReactNode;
}

/**
 * Two buttons within thumb reach, beside a switch that names the product where the market offers
 * several; otherwise they name it.
 */
export function MobileBar({ workspace, onStart, above }: MobileBarProps) {
  const t = useT();
  const { product, products, setProduct, info } = workspace;
  const open = useQuote(info.code, (quote) => quote.open);
  if (product === undefined) return null;
  if (!open) {
    return (
      <div className={styles.bar}>
        <ClosedMarket market={info} />
      </div>
    );
  }
  const options = product === 'options';
  const name = t(`workspace:product.${product}`);
  const leverage =
    product === 'contracts' && info.contracts !== null ? firstLeverage(info.contracts.maxLeverage) : undefined;
  const several = 1 < products.length;
  const terms = leverage !== undefined && <bdi dir="ltr">{leverage}×</bdi>;
  const opens = (
    // For the eye, the switch beside it names the product and its leverage.
    <span className={several ? 'visually-hidden' : styles.opens}>
      {name} {terms}
    </span>
  );
  return (
    <div className={styles.bar}>
      {above}
      {several && (
        <Menu
          label={t('workspace:product.label')}
          items={products.map((value) => ({
            id: value,
            label: t(`workspace:product.${value}`),
            group: t('workspace:product.label'),
            selected: value === product,
            onSelect: () => setProduct(value),
          }))}
        >
          {(anchor) => (
            <button {...anchor} type="button" className={styles.switch}>
              <span className="visually-hidden">{t('workspace:product.label')}: </span>
              <span className={styles.product}>
                {name} {terms !== false && <span className={styles.terms}>{terms}</span>}
              </span>
              <Icon of={ChevronDown} size="s" />
            </button>
          )}
        </Menu>
      )}
      <Button variant="up" size="l" icon={ArrowUpRight} onClick={() => onStart('buy')}>
        <span className={styles.side}>
          {t(options ? 'trade:options.up' : 'workspace:side.buy')} {opens}
        </span>
      </Button>
      <Button variant="down" size="l" icon={ArrowDownRight} onClick={() => onStart('sell')}>
        <span className={styles.side}>
          {t(options ? 'trade:options.down' : 'workspace:side.sell')} {opens}
        </span>
      </Button>
    </div>
  );
}
