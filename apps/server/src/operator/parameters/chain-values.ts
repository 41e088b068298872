import type { ParameterKey } from '@glasshouse/api/operator/parameters';
import { addressProblem } from '../../chains/address-problem.ts';
import { readExtendedKey } from '../../chains/extended-key.ts';
import { assetOn, type Family } from '../../chains/network.ts';
import { Networks } from '../../chains/networks.ts';

const FAMILIES: readonly Family[] = ['evm', 'tron', 'bitcoin'];

/**
 * The entries that are wrong, as fields. Checked before the command is made: the log keeps refused
 * commands too, for ever, and what somebody pastes here by mistake may be a private key.
 */
export function wrongChainValues(key: ParameterKey, value: unknown, networks = new Networks()): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isRight = { 'deposit.xpubs': isPublicKey, 'deposit.addresses': isTarget }[key as string];
  if (isRight === undefined) return [];
  return Object.entries(value).flatMap(([name, entry]) => (isRight(name, entry, networks) ? [] : [`value.${name}`]));
}

function isPublicKey(name: string, key: unknown): boolean {
  const family = FAMILIES.find((known) => known === name);
  if (family === undefined || typeof key !== 'string') return false;
  const read = readExtendedKey(family, key);
  return read.ok && !read.extended.isTest;
}

/** `USDT.TRC20` and the address that everybody sends to. */
function isTarget(name: string, address: unknown, networks: Networks): boolean {
  const [asset = '', networkName = '', ...more] = name.split('.');
  const network = networks.networkOf(networkName);
  if (network === undefined || 0 < more.length || assetOn(network, asset) === undefined) return false;
  return typeof address === 'string' && addressProblem(network, address) === undefined;
}
