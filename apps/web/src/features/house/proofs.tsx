import { useQuery } from '@tanstack/react-query';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import { CheckReceipt } from './check-receipt.tsx';
import { Claims, type Funds } from './claims.tsx';
import styles from './house.module.css';
import { ProofHour } from './proof-hour.tsx';
import { useCheckedHour } from './use-checked-hour.ts';

/**
 * What this browser checks by itself: the last hour, which heading and claims share, and a receipt.
 * Apart from the tables below, which need not be drawn again with each minute.
 */
export function Proofs({ funds }: { readonly funds: Funds | undefined }) {
  const market = useQuery(marketListQuery(FIRST_TYPE)).data?.[0];
  const hour = useCheckedHour(market?.code);
  const checked = hour.marks.filter((isSealed) => isSealed).length;
  return (
    <>
      <ProofHour market={market?.appName} hour={hour} checked={checked} />
      <div className={styles.proofs}>
        <Claims funds={funds} hour={hour} checked={checked} />
        <CheckReceipt />
      </div>
    </>
  );
}
