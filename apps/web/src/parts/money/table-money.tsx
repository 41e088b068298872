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
