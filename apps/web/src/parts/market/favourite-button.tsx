import { useT } from '@glasshouse/app/language/language';
import { Icon } from '@glasshouse/ui';
import { Star } from '@glasshouse/ui/icon/icons';
import { toggleFavourite, useIsFavourite } from './favourites.ts';
import styles from './market-list.module.css';

/** Adds a market to the favourites tab, or removes it. */
export function FavouriteButton({ code, name, tabIndex }: { code: string; name: string; tabIndex: 0 | -1 }) {
  const t = useT();
  const marked = useIsFavourite(code);
  const label = t('market:list.favourite', { name });
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={styles.star}
      aria-label={label}
      aria-pressed={marked}
      title={label}
      onClick={() => toggleFavourite(code)}
    >
      <Icon of={Star} />
    </button>
  );
}
