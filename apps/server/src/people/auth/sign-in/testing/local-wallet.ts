import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export interface LocalWallet {
  readonly address: string;
  /** As `personal_sign` does: the bytes of a message, in hexadecimal. */
  readonly sign: (message: string) => Promise<string>;
}

/** A wallet with a key of its own, for pages to meet. */
export function newLocalWallet(): LocalWallet {
  const account = privateKeyToAccount(generatePrivateKey());
  return { address: account.address, sign: (message) => account.signMessage({ message: { raw: message as Hex } }) };
}
