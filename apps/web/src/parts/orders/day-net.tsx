import type { MessageKey } from '@glasshouse/i18n';
import { sumDerivation } from '@glasshouse/rules/derivations/orders';
import { Derived } from '../reasons/derived.tsx';
import { statementHref } from '../statement/statement-href.ts';
import type { ProfitDay } from './use-today.ts';

/** What a day made after all fees: the sum of its products, where all of them are in USDT. */
export function DayNet({ day, name, className }: { day: ProfitDay; name: string; className?: string | undefined }) {
  const parts = day.products.map(({ kind, asset, net }) => ({ kind, asset, net }));
  const isSum = 0 < parts.length && parts.every(({ asset, net }) => asset === 'USDT' && net !== null);
  return (
    <Derived
      derivation={
        isSum
          ? sumDerivation(
              parts.map(({ kind, net }) => ({
                value: net ?? '0',
                label: `funds:product.${kind}` satisfies MessageKey,
              })),
            )
          : undefined
      }
      value={day.net ?? undefined}
      name={name}
      places={2}
      asset="USDT"
      coloured
      className={className}
      sources={{ ledger: statementHref({ day: day.day }) }}
    />
  );
}
