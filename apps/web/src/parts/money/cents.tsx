import { useT } from '@glasshouse/app/language/language';
import { Explained, Figure, PaneContent } from '@glasshouse/ui';
import { Money } from './money.tsx';
import { isCut, shortPlaces } from './short-places.ts';

interface CentsProps {
  readonly value: string;
  readonly asset: string;
  /** Names what it is, where the exact amount opens. */
  readonly name: string;
  readonly coloured?: boolean;
  /** Money that only changed its place: neither gain nor loss. */
  readonly isMove?: boolean;
  /** Its cents, where they are rounded together with others that they add up with. */
  readonly shown?: string;
  /** A currency of states, which is counted in cents whatever its name. */
  readonly isCurrency?: boolean;
  /** Its unit is said elsewhere. */
  readonly isBare?: boolean;
  readonly sign?: 'always';
}

/** Every currency is shown as this one is. */
const CURRENCY = 'USD';

/** An amount in cents, or in six digits of a coin, that opens into every decimal it has. */
export function Cents(props: CentsProps) {
  const { value, asset, name, coloured = false, isMove = false, shown, isCurrency = false, isBare = false } = props;
  const t = useT();
  const sign = isMove ? ('never' as const) : props.sign;
  const figure = {
    value,
    asset: isBare ? undefined : asset,
    coloured: coloured && !isMove,
    ...(sign !== undefined && { sign }),
  };
  const counted = isCurrency ? CURRENCY : asset;
  if (!isCut(value, counted)) return <Money {...figure} />;
  // Less than a cent is shown as it is: 0.00 would be no amount at all.
  const isTiny = shown === undefined && /^-?0\.00\d*[1-9]/.test(value);
  const exact = { name: t('common:word.exactAmount'), value: <Money {...figure} asset={asset} />, total: true };
  return (
    <Explained label={name} explain={() => <PaneContent title={name} rows={[exact]} />}>
      {isTiny ? (
        <Money {...figure} />
      ) : (
        <Figure {...figure} value={shown ?? value} places={shortPlaces(counted, value).max} />
      )}
    </Explained>
  );
}
