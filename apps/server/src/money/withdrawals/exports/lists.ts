import { amountOf } from '@glasshouse/rules/money';
import { paymentLink } from '../../../chains/payment-links.ts';
import { paymentsDigest } from './payments-digest.ts';
import type { Batch, Payout } from './payout.ts';

/** What a wallet opens: EIP-681 or BIP-21; the bare address where there is no such link. */
export function payoutLink({ withdrawal, network }: Payout): string {
  const { asset, address, received } = withdrawal;
  if (network === undefined || address === null) return '';
  return paymentLink(network, { asset, address, amount: amountOf(received) }) ?? address;
}

export const linksFile = ({ payouts, id, file }: Batch): string =>
  [
    `# file ${file} of batch ${id}, payments ${paymentsDigest(payouts)}\n`,
    ...payouts.map((payout) => `${payout.withdrawal.id}\t${payoutLink(payout)}\n`),
  ].join('');

const COLUMNS = [
  'withdrawal',
  'method',
  'asset',
  'network',
  'address',
  'holder',
  'account',
  'bank',
  'bic',
  'amount',
  'currency',
  'reference',
  'file',
  'payments',
] as const;

/** A spreadsheet must not run what a person typed as the name of their bank. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180, one payout a line. */
export function payoutsCsv({ payouts, file }: Batch): string {
  const payments = paymentsDigest(payouts);
  const lines = payouts.map(({ withdrawal, network, bank }) =>
    [
      String(withdrawal.id),
      withdrawal.method,
      withdrawal.asset,
      network?.name ?? '',
      withdrawal.address ?? '',
      bank?.holder ?? '',
      bank?.accountNumber ?? '',
      bank?.bank ?? '',
      bank?.bic ?? '',
      withdrawal.currency_amount ?? withdrawal.received,
      withdrawal.currency ?? withdrawal.asset,
      payoutReference(withdrawal.id),
      String(file),
      payments,
    ]
      .map(cell)
      .join(','),
  );
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** What a payout is called at a bank; unique. */
export const payoutReference = (id: number): string => `GH-W${id}`;
