import { amountOf } from '@glasshouse/rules/money';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { unitsOfAmount } from '../../../chains/chain-amounts.ts';
import { assetOn, type EvmNetwork } from '../../../chains/network.ts';
import type { Json } from '../../../kernel/core/types.ts';
import { paymentsDigest } from './payments-digest.ts';
import type { Batch, Payout } from './payout.ts';

/** Selector of `transfer(address,uint256)`. */
const TRANSFER = 'a9059cbb';
const WORD_DIGITS = 64;
const BUILDER_VERSION = '1.16.5';

type Transaction = {
  readonly to: string;
  readonly value: string;
  readonly data: string | null;
  readonly contractMethod: null;
  readonly contractInputsValues: null;
};

/** A file for the transaction builder of Safe: all payouts as one transaction, signed elsewhere. */
export function safeBatch(batch: Batch, network: EvmNetwork): string {
  const file = {
    version: '1.0',
    chainId: String(network.chainId),
    createdAt: batch.madeAt,
    meta: {
      name: `Payouts ${batch.id}, file ${batch.file}`,
      description: `Withdrawals ${batch.payouts.map(({ withdrawal }) => withdrawal.id).join(', ')}; payments ${paymentsDigest(batch.payouts)}`,
      txBuilderVersion: BUILDER_VERSION,
      createdFromSafeAddress: '',
      createdFromOwnerAddress: '',
    },
    transactions: batch.payouts.map((payout) => transaction(payout, network)),
  };
  return `${JSON.stringify({ ...file, meta: { ...file.meta, checksum: safeChecksum(file) } }, null, 2)}\n`;
}

function transaction({ withdrawal }: Payout, network: EvmNetwork): Transaction {
  const asset = assetOn(network, withdrawal.asset);
  if (asset === undefined || withdrawal.address === null)
    throw new Error(`withdrawal ${withdrawal.id} is not of ${network.name}`);
  const { units } = unitsOfAmount(amountOf(withdrawal.received), asset.decimals);
  const none = { contractMethod: null, contractInputsValues: null } as const;
  if (asset.contract === undefined) return { to: withdrawal.address, value: String(units), data: null, ...none };
  const to = withdrawal.address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
  const amount = units.toString(16).padStart(WORD_DIGITS, '0');
  return { to: asset.contract, value: '0', data: `0x${TRANSFER}${to}${amount}`, ...none };
}

/** As the builder calculates it: over sorted keys, without the name and the checksum itself. */
export function safeChecksum(file: {
  readonly [key: string]: Json;
  readonly meta: { readonly [key: string]: Json };
}): string {
  const { checksum: _checksum, ...meta } = file.meta;
  const text = serialised({ ...file, meta: { ...meta, name: null } });
  return `0x${Buffer.from(keccak_256(Buffer.from(text))).toString('hex')}`;
}

function serialised(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(serialised).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const fields = keys.map((key) => `${serialised((value as { readonly [key: string]: Json })[key] ?? null)},`);
  return `{${JSON.stringify(keys)}${fields.join('')}}`;
}
