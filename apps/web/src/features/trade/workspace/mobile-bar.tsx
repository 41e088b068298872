import { Button, IconButton, Menu } from '@glasshouse/ui';
import { ArrowDownRight, ArrowUpRight, ChevronsUpDown } from '@glasshouse/ui/icon/icons';
import { useT } from '../../../i18n/language.ts';
import { firstLeverage } from '../contracts/first-leverage.ts';
import styles from './instrument-page.module.css';
import type { Side, Workspace } from './use-workspace.ts';

interface MobileBarProps {
  readonly workspace: Workspace;
  readonly onStart: (side: Side) => void;
}

/**
 * Two buttons within thumb reach, each saying what it opens, beside a switch of the product where
 * the market offers several.
 */
export function MobileBar({ workspace, onStart }: MobileBarProps) {
  const t = useT();
  const { product, products, setProduct, info } = workspace;
  if (product === undefined) return null;
  const options = product === 'options';
  const name = t(`workspace:product.${product}`);
  const leverage =
    product === 'contracts' && info.contracts !== null ? firstLeverage(info.contracts.maxLeverage) : undefined;
  const opens = (
    <span className={styles.opens}>
      {name} {leverage !== undefined && <bdi dir="ltr">{leverage}×</bdi>}
    </span>
  );
  return (
    <div className={styles.bar}>
      {1 < products.length && (
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
            <IconButton
              {...anchor}
              icon={ChevronsUpDown}
              label={`${t('workspace:product.label')}: ${name}`}
              className={styles.switch}
            />
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
