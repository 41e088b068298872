import { moneyPlaces } from './money.tsx';
import { ShortMoney } from './short-money.tsx';
import styles from './table-money.module.css';

interface TableMoneyProps {
  readonly value: string;
  readonly asset: string;
}

/** A balance in a table: nothing is a dash, so that what is there stands out. */
export const TableMoney = ({ value, asset }: TableMoneyProps) =>
  /[1-9]/.test(value) ? <ShortMoney value={value} asset={asset} /> : <Nothing />;

export const Nothing = () => <span className={styles.nothing}>–</span>;

const COIN_DIGITS = 6;

/** Of a coin: six significant digits, cut, and never fewer than the whole part has. */
export function coinPlaces(value: string): number {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const most = whole === '0' ? zeros + COIN_DIGITS : Math.max(0, COIN_DIGITS - whole.length);
  return Math.min(moneyPlaces(value), most);
}
