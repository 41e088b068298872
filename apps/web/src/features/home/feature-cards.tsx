import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Icon } from '@glasshouse/ui';
import { CandlestickChart, ChartLine, Landmark, ListOrdered, Timer, TrendingUp } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { type MarketAddress, marketHref } from '../../parts/market/market-href.ts';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import styles from './feature-cards.module.css';

/** The three places of the site, for everybody; for visitors also what can be traded. */
export function FeatureCards({ withProducts }: { withProducts: boolean }) {
  const t = useT();
  const { data } = useQuery(marketListQuery(FIRST_TYPE));
  const first = data?.[0];
  const trade = (product: MarketAddress['product']) =>
    first === undefined ? '/market' : marketHref({ ...first, product });
  const places = [
    { icon: ChartLine, href: '/market', title: t('home:cards.market'), text: t('home:cards.marketText') },
    { icon: Landmark, href: '/loan', title: t('shell:nav.loans'), text: t('home:cards.loanText') },
    { icon: Timer, href: '/trading', title: t('shell:nav.plans'), text: t('home:cards.tradingText') },
  ];
  const products = [
    { icon: TrendingUp, href: trade('options'), title: t('home:cards.options'), text: t('home:cards.optionsText') },
    {
      icon: CandlestickChart,
      href: trade('contracts'),
      title: t('home:cards.contracts'),
      text: t('home:cards.contractsText'),
    },
    { icon: ListOrdered, href: trade('spot'), title: t('home:cards.spot'), text: t('home:cards.spotText') },
  ];
  const cards = withProducts ? [...places, ...products] : places;
  return (
    <ul className={styles.cards}>
      {cards.map(({ icon, href, title, text }) => (
        <li key={title}>
          <Link href={href} className={styles.card}>
            <Icon of={icon} size="xl" className={styles.icon} />
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span className={styles.text}>{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
