import { AmountField } from '@glasshouse/ui';
import { useT } from '../../../i18n/language.ts';
import { useDepth } from '../../../live/depth.ts';
import { useFormat } from '../../../shared/format.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { placesOf, type SpotTerms } from './figures.ts';
import type { RefusedField } from './refused-field.ts';
import styles from './spot.module.css';
import type { SpotTicketState } from './use-spot-ticket.ts';

interface PriceFieldProps {
  readonly workspace: Workspace;
  readonly ticket: SpotTicketState;
  readonly terms: SpotTerms;
  readonly refused: RefusedField;
}

/** The limit, with the two best prices one press away. */
export function PriceField({ workspace, ticket, terms, refused }: PriceFieldProps) {
  const t = useT();
  const format = useFormat();
  const bid = useDepth((state) => state.depth?.bids[0]?.[0]);
  const ask = useDepth((state) => state.depth?.asks[0]?.[0]);
  const problem = ticket.priced.problems.price;
  const words = {
    empty: t('workspace:spot.enterPrice'),
    tickSize: t('workspace:spot.tickSize', { step: format.number(terms.tickSize) }),
    tooFar: t('workspace:spot.tooFar', { band: format.percent(terms.bandRate, { max: 2 }) }),
    wouldTrade: t('workspace:spot.wouldTrade'),
  };
  const own = problem !== undefined && problem in words ? words[problem as keyof typeof words] : undefined;
  // The market may have moved away from the price while the order was on its way.
  const error = refused.field === 'price' ? (refused.isOutOfBand ? words.tooFar : refused.message) : undefined;
  return (
    <AmountField
      label={t('workspace:spot.limitPrice')}
      aside={
        <span className={styles.best}>
          <Best name={t('market:source.bid')} price={bid} onTake={(price) => ticket.change({ price })} />
          <Best name={t('market:source.ask')} price={ask} onTake={(price) => ticket.change({ price })} />
        </span>
      }
      error={ticket.hasLeft('price') ? (own ?? error) : undefined}
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
