import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useQuery } from '@tanstack/react-query';
import { type MarketAddress, marketHref } from '../../parts/market/market-href.ts';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import styles from './feature-links.module.css';

/** The products and places of the site in one line. */
export function FeatureLinks() {
  const t = useT();
  const { data } = useQuery(marketListQuery(FIRST_TYPE));
  const first = data?.[0];
  const trade = (product: MarketAddress['product']) =>
    first === undefined ? '/market' : marketHref({ ...first, product });
  const links = [
    { href: '/market', name: t('home:cards.market') },
    { href: trade('options'), name: t('home:cards.options') },
    { href: trade('contracts'), name: t('home:cards.contracts') },
    { href: trade('spot'), name: t('home:cards.spot') },
    { href: '/trading', name: t('shell:nav.plans') },
    { href: '/loan', name: t('shell:nav.loans') },
  ];
  return (
    <ul className={styles.links}>
      {links.map(({ href, name }) => (
        <li key={name}>
          <Link href={href} className={styles.link}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
