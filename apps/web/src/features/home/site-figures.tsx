import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { Figure, type PaneRow, Skeleton, Why, WhyTerm } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { marketHref } from '../../parts/market/market-href.ts';
import { Money } from '../../parts/money/money.tsx';
import { siteFiguresQuery } from '../../parts/page/site-figures-query.ts';
import styles from './site-figures.module.css';

type Figures = ResultOf<'getSiteFigures'>;
type Volume = Figures['volume'][number];

const PLACES = [0, 1, 2, 3];
const PRODUCTS = {
  options: 'home:cards.options',
  contracts: 'home:cards.contracts',
  spot: 'home:cards.spot',
  convert: 'site:figures.convert',
} as const;

interface SiteFigure {
  readonly id: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly how: string;
  readonly rows: readonly PaneRow[];
  readonly link: { readonly href: string; readonly label: string };
}

/** What this installation is, in four figures, each with how it was computed and where to look. */
export function SiteFigures() {
  const t = useT();
  const query = useQuery(siteFiguresQuery);
  const answer = loadable(query);
  const shown = useShown(answer.state === 'ready' ? answer.value : undefined);
  if (answer.state === 'error') return <FailureNote failure={answer.failure} retry={answer.retry} />;
  return (
    <section aria-label={t('site:figures.title')} aria-busy={shown === undefined || undefined}>
      <ul className={styles.figures}>
        {shown === undefined
          ? PLACES.map((place) => (
              <li key={place} className={styles.figure}>
                <Skeleton width="60%" height="0.14rem" />
                <Skeleton width="40%" height="0.24rem" />
                <Skeleton width="50%" height="0.12rem" />
              </li>
            ))
          : shown.map(({ id, label, value, note, how, rows, link }) => (
              <li key={id} className={styles.figure}>
                <div className={styles.label}>
                  <WhyTerm value={label}>
                    <Why
                      label={t('site:figures.why', { figure: label })}
                      title={label}
                      rows={rows}
                      footer={
                        <Link href={link.href} className={styles.link}>
                          {link.label}
                        </Link>
                      }
                    >
                      {how}
                    </Why>
                  </WhyTerm>
                </div>
                <div className={styles.value}>{value}</div>
                <div className={styles.note}>{note}</div>
              </li>
            ))}
      </ul>
    </section>
  );
}

const total = (volume: readonly Volume[], book: 'real' | 'demo'): string =>
  formatAmount(volume.reduce((sum, line) => add(sum, amountOf(line[book])), ZERO));

function useShown(figures: Figures | undefined): SiteFigure[] | undefined {
  const t = useT();
  const format = useFormat();
  if (figures === undefined) return undefined;
  const { fee, cryptocurrencies, volume, volumeFrom, users, at } = figures;
  const usdt = (value: string) => <Money value={value} asset="USDT" />;
  const computed = { name: t('site:figures.computed'), value: format.dateTime(at) };
  const real = total(volume, 'real');
  const demo = total(volume, 'demo');
  return [
    {
      id: 'fee',
      label: t('site:figures.fee'),
      value: fee === null ? t('common:word.none') : format.percent(fee.rate),
      note: fee === null ? '' : <bdi>{`${t(PRODUCTS[fee.product])} · ${fee.market}`}</bdi>,
      how: t('site:figures.feeHow'),
      rows: [
        ...(fee === null
          ? []
          : [
              { name: t('site:figures.product'), value: t(PRODUCTS[fee.product]) },
              { name: t('site:figures.market'), value: <bdi>{fee.market}</bdi> },
            ]),
        computed,
      ],
      link: {
        href: fee === null ? '/market' : marketHref({ code: fee.code, product: fee.product }),
        label: t('site:figures.feeOpen'),
      },
    },
    {
      id: 'coins',
      label: t('site:figures.coins'),
      value: format.number(cryptocurrencies),
      note: t('site:figures.coinsNote'),
      how: t('site:figures.coinsHow'),
      rows: [computed],
      link: { href: '/market', label: t('site:figures.coinsOpen') },
    },
    {
      id: 'volume',
      label: t('site:figures.volume'),
      value: <Figure value={real} places={2} asset="USDT" />,
      note: (
        <>
          {t('common:book.demo')} <Figure value={demo} places={2} asset="USDT" />
        </>
      ),
      how: t('site:figures.volumeHow'),
      rows: [
        { name: t('site:figures.since'), value: format.dateTime(volumeFrom) },
        ...volume.map((line) => ({
          name: t(PRODUCTS[line.product]),
          value: usdt(line.real),
        })),
        { name: t('common:book.real'), value: usdt(real), total: true },
        { name: t('common:book.demo'), value: usdt(demo) },
      ],
      link: { href: '/house', label: t('shell:footer.house') },
    },
    {
      id: 'users',
      label: t('site:figures.users'),
      value: format.number(users.registered),
      note: t('site:figures.guests', { number: format.number(users.guests) }),
      how: t('site:figures.usersHow'),
      rows: [computed],
      link: { href: '/pass/register', label: t('shell:tool.register') },
    },
  ];
}
