import { useT } from '@glasshouse/app/language/language';
import type { SpotTerms } from '@glasshouse/trade/spot/draft';
import { placesOf } from '@glasshouse/trade/spot/figures';
import { AmountField } from '@glasshouse/ui';
import { useDepth } from '../../../live/depth.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import styles from './spot.module.css';
import type { SpotTicketState } from './use-spot-ticket.ts';

interface PriceFieldProps {
  readonly workspace: Workspace;
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly error: string | undefined;
}

/** The limit, with buttons for the two best prices. */
export function PriceField({ workspace, ticket, terms, error }: PriceFieldProps) {
  const t = useT();
  const bid = useDepth((state) => state.depth?.bids[0]?.[0]);
  const ask = useDepth((state) => state.depth?.asks[0]?.[0]);
  return (
    <AmountField
      label={t('workspace:spot.limitPrice')}
      aside={
        <span className={styles.best}>
          <Best name={t('market:source.bid')} price={bid} onTake={(price) => ticket.change({ price })} />
          <Best name={t('market:source.ask')} price={ask} onTake={(price) => ticket.change({ price })} />
        </span>
      }
      error={error}
      value={ticket.draft.price}
      onChange={(price) => ticket.change({ price })}
      onBlur={() => ticket.leave('price')}
      asset={terms.quote}
      decimals={Math.max(workspace.info.precision, placesOf(terms.tickSize))}
      step={terms.tickSize}
      min={terms.tickSize}
      stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
    />
  );
}

function Best({ name, price, onTake }: { name: string; price: string | undefined; onTake: (price: string) => void }) {
  const t = useT();
  if (price === undefined) return null;
  return (
    <button
      type="button"
      className={styles.link}
      title={t('workspace:spot.takeBest', { name })}
      onClick={() => onTake(price)}
    >
      {name}
    </button>
  );
}
