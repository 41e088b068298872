import type { ResultOf } from '@glasshouse/api';
import { useT } from '@glasshouse/app/language/language';
import type { MessageKey } from '@glasshouse/i18n';
import { sumDerivation } from '@glasshouse/rules/derivations/orders';
import { type Derived as Derivation, exact, term } from '@glasshouse/rules/derivations/terms';
import { amountOf } from '@glasshouse/rules/money';
import { Skeleton } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useBalances } from '../money/use-balances.ts';
import { Derived } from '../reasons/derived.tsx';
import { statementHref } from '../statement/statement-href.ts';
import styles from './usdt-use.module.css';

type Balance = ResultOf<'listBalances'>['items'][number];

/** What trading is paid with. */
const ASSET = 'USDT';
/** The amounts that add up to the balance. */
type BalancePart = Exclude<keyof Balance, 'book' | 'asset' | 'total' | 'valueUsdt'>;
/** What is tied up in what runs, by the names of its parts. */
const NOT_IN_USE = { margin: '0', inOptions: '0', plan: '0', collateral: '0' } as const satisfies Record<
  Exclude<BalancePart, 'available' | 'held'>,
  '0'
>;
const IN_USE = Object.keys(NOT_IN_USE) as readonly (keyof typeof NOT_IN_USE)[];
const NOTHING: Pick<Balance, BalancePart | 'total'> = { available: '0', held: '0', ...NOT_IN_USE, total: '0' };

/** How the USDT of an account is used; the three add up to its balance. */
export interface UsdtUse {
  readonly available: Derivation;
  readonly inUse: Derivation;
  readonly held: string;
}

/** An account that never had any has none. */
export function usdtUse(balances: readonly Balance[]): UsdtUse {
  const usdt = balances.find(({ asset }) => asset === ASSET) ?? NOTHING;
  const parts = IN_USE.filter((part) => usdt[part] !== '0').map((part) => ({
    value: usdt[part],
    label: `account:balances.${part}` satisfies MessageKey,
  }));
  const inUse = sumDerivation(0 < parts.length ? parts : [{ value: '0', label: 'account:balances.margin' }]);
  return {
    available: exact(
      [
        { ...term('part', '', usdt.total), label: 'portfolio:use.balance' },
        { ...term('part', '−', inUse.result), label: 'portfolio:use.inUse', from: inUse },
        { ...term('part', '−', usdt.held), label: 'portfolio:use.held' },
      ],
      amountOf(usdt.available),
    ),
    inUse,
    held: usdt.held,
  };
}

/** Available, in use and held for orders, in one line: the same figures on every page. */
export function UsdtUseLine() {
  const t = useT();
  const balances = useBalances().data;
  const use = balances && usdtUse(balances.items);
  return (
    <p className={styles.use} aria-busy={use === undefined || undefined}>
      <Part name={t('account:balances.available')}>
        {use && <UseFigure derivation={use.available} name={t('account:balances.available')} />}
      </Part>
      {' · '}
      <Part name={t('portfolio:use.inUse')}>
        {use && <UseFigure derivation={use.inUse} name={t('portfolio:use.inUse')} />}
      </Part>
      {' · '}
      <Part name={t('portfolio:use.held')}>
        {use && <UseFigure derivation={sumDerivation([{ value: use.held }])} name={t('portfolio:use.held')} />}
      </Part>
    </p>
  );
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <span className={styles.part}>
    {name} {children ?? <Skeleton width="0.5rem" height="0.12rem" />}
  </span>
);

const UseFigure = ({ derivation, name }: { readonly derivation: Derivation; readonly name: string }) => (
  <Derived
    derivation={derivation}
    name={name}
    places={2}
    className={styles.figure}
    sources={{ ledger: statementHref({ asset: ASSET }) }}
  />
);
