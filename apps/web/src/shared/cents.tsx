import { Explained, Figure } from '@glasshouse/ui';
import { useT } from '../i18n/language.ts';
import { Money } from './money.tsx';
import { ShortMoney } from './short-money.tsx';
import { isCut } from './short-places.ts';

interface CentsProps {
  readonly value: string;
  readonly asset: string;
  /** Names what it is, where the exact amount opens. */
  readonly name: string;
  readonly coloured?: boolean;
  /** Money that only changed its place: neither gain nor loss. */
  readonly isMove?: boolean;
}

/** An amount in cents that opens into every decimal, where it has more. */
export function Cents({ value, asset, name, coloured = false, isMove = false }: CentsProps) {
  const t = useT();
  const figure = { asset, coloured: coloured && !isMove, ...(isMove && { sign: 'never' as const }) };
  const shown = <ShortMoney {...figure} value={value} />;
  if (!isCut(value, asset)) return shown;
  const exact = { name: t('common:word.exactAmount'), value: <Money {...figure} value={value} />, total: true };
  return (
    <Explained label={name} explain={() => ({ title: name, rows: [exact] })}>
      {/^-?0\.00\d*[1-9]/.test(value) ? <Tiny {...figure} value={value} /> : shown}
    </Explained>
  );
}

/** Less than a cent is shown as it is: 0.00 would be no amount at all. */
const Tiny = ({ value, ...rest }: { value: string; asset: string; coloured: boolean; sign?: 'never' }) => (
  <Figure {...rest} value={value} places={value.split('.')[1]?.length ?? 2} />
);
