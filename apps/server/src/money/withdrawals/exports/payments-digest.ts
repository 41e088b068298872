import { createHash } from 'node:crypto';
import type { Payout } from './payout.ts';

/**
 * A payment as a line of text, the same whatever the format of the file: number of the withdrawal,
 * network or `bank`, coin or currency, address or account number, amount.
 */
export function paymentLine({ withdrawal, bank }: Payout): string {
  const { id, network, asset, address, received, currency, currency_amount } = withdrawal;
  const to = address ?? bank?.accountNumber ?? '';
  return [id, network ?? 'bank', currency ?? asset, to, currency_amount ?? received].join(' ');
}

/**
 * SHA-256 of the lines in the order of the withdrawals, each ended by a line feed. The file carries
 * it, the console shows it, and whoever signs can work it out from the file on another device.
 */
export function paymentsDigest(payouts: readonly Payout[]): string {
  const lines = [...payouts]
    .sort((first, second) => first.withdrawal.id - second.withdrawal.id)
    .map((payout) => `${paymentLine(payout)}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
