import { Icon } from '@glasshouse/ui';
import {
  ArrowLeftRight,
  CandlestickChart,
  ChartLine,
  ListOrdered,
  ReceiptText,
  Timer,
} from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/language.ts';
import { Link } from '../../shared/link.tsx';
import { type MarketAddress, marketHref } from '../../shared/market/market-href.ts';
import { FIRST_TYPE, marketListQuery } from '../../shared/market/market-query.ts';
import styles from './feature-cards.module.css';

/** Feature links. Each leads to something that works in this release. */
export function FeatureCards() {
  const t = useT();
  const { data } = useQuery(marketListQuery(FIRST_TYPE));
  const first = data?.[0];
  const trade = (product: MarketAddress['product']) =>
    first === undefined ? '/market' : marketHref({ ...first, product });
  const cards = [
    { icon: ChartLine, href: '/market', title: t('home:cards.market'), text: t('home:cards.marketText') },
    { icon: Timer, href: trade('options'), title: t('home:cards.options'), text: t('home:cards.optionsText') },
    {
      icon: CandlestickChart,
      href: trade('contracts'),
      title: t('home:cards.contracts'),
      text: t('home:cards.contractsText'),
    },
    { icon: ListOrdered, href: trade('spot'), title: t('home:cards.spot'), text: t('home:cards.spotText') },
    {
      icon: ArrowLeftRight,
      href: '/profile/exchange',
      title: t('home:cards.convert'),
      text: t('home:cards.convertText'),
    },
    { icon: ReceiptText, href: '/zjxq', title: t('home:cards.statement'), text: t('home:cards.statementText') },
  ];
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
