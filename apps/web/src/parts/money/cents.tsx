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
}

/** An amount in cents that opens into every decimal, where it has more. */
export function Cents({ value, asset, name, coloured = false, isMove = false, shown }: CentsProps) {
  const t = useT();
  const figure = { value, asset, coloured: coloured && !isMove, ...(isMove && { sign: 'never' as const }) };
  if (!isCut(value, asset)) return <Money {...figure} />;
  // Less than a cent is shown as it is: 0.00 would be no amount at all.
  const isTiny = shown === undefined && /^-?0\.00\d*[1-9]/.test(value);
  const exact = { name: t('common:word.exactAmount'), value: <Money {...figure} />, total: true };
  return (
    <Explained label={name} explain={() => <PaneContent title={name} rows={[exact]} />}>
      {isTiny ? <Money {...figure} /> : <Figure {...figure} value={shown ?? value} places={shortPlaces(asset).max} />}
    </Explained>
  );
}
