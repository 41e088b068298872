import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Seal } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { orderSealsQuery } from '../../parts/proofs/order-seal.ts';
import type { SealedProduct } from '../../parts/proofs/sealed-product.ts';

interface RowSealProps {
  readonly product: SealedProduct;
  readonly id: number;
}

/** The seal of an order's receipt, in the row of the order. */
export function RowSeal({ product, id }: RowSealProps) {
  const t = useT();
  const book = useBook();
  const seal = useQuery(orderSealsQuery({ product, ids: [id], book })).data?.seals.get(id);
  if (seal === 'broken') return <Seal state="broken" label={t('trade:receipt.notFit')} />;
  return seal === 'sealed' ? <Seal state="sealed" label={t('portfolio:latest.proved')} /> : <Seal state="open" />;
}
