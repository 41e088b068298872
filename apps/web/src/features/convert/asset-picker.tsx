import { useT } from '@glasshouse/app/language/language';
import { Dialog, EmptyState, Icon, SkeletonBlock, TextField } from '@glasshouse/ui';
import { Check, ChevronDown, Search } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { Money } from '../../parts/money/money.tsx';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import styles from './convert.module.css';

/** Enough at a glance; the search finds the others. */
const SHOWN_MAX = 60;

interface AssetPickerProps {
  readonly label: string;
  readonly value: string;
  /** Undefined while being fetched. */
  readonly assets: readonly string[] | undefined;
  /** The available balance of each. */
  readonly balances: ReadonlyMap<string, string>;
  readonly onChange: (asset: string) => void;
}

/** Picks the coin of one side: owned coins first, then all others, with a search. */
export function AssetPicker({ label, value, assets, balances, onChange }: AssetPickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const query = search.trim().toUpperCase();
  const owned = (asset: string) => /[1-9]/.test(balances.get(asset) ?? '0');
  const found = (assets ?? [])
    .filter((asset) => asset.includes(query))
    .sort((left, right) => Number(owned(right)) - Number(owned(left)))
    .slice(0, SHOWN_MAX);
  const close = () => {
    setOpen(false);
    setSearch('');
  };
  return (
    <>
      <button type="button" className={styles.picker} onClick={() => setOpen(true)}>
        <span className="visually-hidden">{`${label}: `}</span>
        <AssetLogo asset={value} />
        <span className={styles.picked}>{value}</span>
        <Icon of={ChevronDown} size="s" />
      </button>
      <Dialog open={open} onClose={close} width="s" title={label} closeLabel={t('common:action.close')}>
        <TextField
          label={t('common:action.search')}
          hideLabel
          placeholder={t('common:action.search')}
          start={<Icon of={Search} />}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {assets === undefined && <SkeletonBlock height="2rem" />}
        {assets !== undefined && found.length === 0 && <EmptyState compact title={t('common:state.nothingFound')} />}
        <ul className={styles.assets}>
          {found.map((asset) => (
            <li key={asset}>
              <button
                type="button"
                className={styles.asset}
                aria-pressed={asset === value}
                onClick={() => {
                  onChange(asset);
                  close();
                }}
              >
                <AssetLogo asset={asset} />
                <span className={styles.assetName}>{asset}</span>
                {owned(asset) && <Money value={balances.get(asset)} />}
                {asset === value && <Icon of={Check} />}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
