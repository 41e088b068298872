import { type Amount, formatAmount } from '@glasshouse/rules/money';
import { unitsOfAmount } from './chain-amounts.ts';
import { assetOn, type Network } from './network.ts';

export interface PaymentRequest {
  readonly asset: string;
  readonly address: string;
  /** Left out: the payer chooses. */
  readonly amount?: Amount;
}

/**
 * What a wallet opens from a QR code: EIP-681 on EVM networks, BIP-21 on Bitcoin. Undefined where
 * wallets agree on no format, or where the asset is not on the network: show the bare address then.
 */
export function paymentLink(network: Network, request: PaymentRequest): string | undefined {
  const found = assetOn(network, request.asset);
  if (found === undefined) return undefined;
  const { address, amount } = request;
  if (network.family === 'bitcoin') {
    return `bitcoin:${address}${amount === undefined ? '' : `?amount=${formatAmount(amount)}`}`;
  }
  if (network.family !== 'evm') return undefined;
  const units = amount === undefined ? undefined : unitsOfAmount(amount, found.decimals).units;
  if (found.contract === undefined) {
    return `ethereum:${address}@${network.chainId}${units === undefined ? '' : `?value=${units}`}`;
  }
  const call = `ethereum:${found.contract}@${network.chainId}/transfer?address=${address}`;
  return units === undefined ? call : `${call}&uint256=${units}`;
}
