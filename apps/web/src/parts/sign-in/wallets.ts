import type { ResultOf } from '@glasshouse/api';
import { useIsHydrating } from '@glasshouse/ui';
import { useEffect, useState } from 'react';

/** What a wallet offers to pages (EIP-1193); of it only these three requests are made. */
interface WalletProvider {
  request(request: {
    readonly method: 'eth_requestAccounts' | 'eth_chainId' | 'personal_sign';
    readonly params?: readonly string[];
  }): Promise<unknown>;
}

export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly provider: WalletProvider;
}

/** A page with more is not one that a person made. */
const WALLETS_MAX = 20;
const NAME_MAX = 40;

interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: WalletProvider;
}

/** The wallets of this browser, as they announce themselves (EIP-6963), or the one of old pages. */
export function useWallets(): readonly Wallet[] {
  const isHydrating = useIsHydrating();
  const [wallets, setWallets] = useState<readonly Wallet[]>(() => (isHydrating ? [] : injected()));
  useEffect(() => {
    setWallets((known) => (known.length === 0 ? injected() : known));
    const onAnnounce = (event: Event) => {
      const { info, provider } = (event as CustomEvent<Announcement>).detail;
      const found = { id: info.uuid, name: info.name.slice(0, NAME_MAX), provider };
      setWallets((known) => {
        // One that announces itself is not shown a second time without its name.
        const others = known.filter((wallet) => wallet.provider !== provider && wallet.id !== found.id);
        return [...others, found].slice(0, WALLETS_MAX);
      });
    };
    window.addEventListener('eip6963:announceProvider', onAnnounce);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    return () => window.removeEventListener('eip6963:announceProvider', onAnnounce);
  }, []);
  return wallets;
}

function injected(): readonly Wallet[] {
  const { ethereum } = window as { readonly ethereum?: WalletProvider };
  return typeof ethereum?.request === 'function' ? [{ id: 'injected', name: 'Wallet', provider: ethereum }] : [];
}

export interface WalletAccount {
  readonly address: string;
  readonly chainId: number;
}

/** Asks the wallet who its owner wants to be here. Undefined when they would not say. */
export async function accountOf({ provider }: Wallet): Promise<WalletAccount | undefined> {
  try {
    const accounts = await provider.request({ method: 'eth_requestAccounts' });
    const address = Array.isArray(accounts) ? (accounts[0] as unknown) : undefined;
    const chainId = Number(await provider.request({ method: 'eth_chainId' }));
    if (typeof address !== 'string' || !Number.isSafeInteger(chainId)) return undefined;
    return { address, chainId };
  } catch {
    // Refused, closed, or not a wallet at all: nothing happened.
    return undefined;
  }
}

/** A signature of the words that the wallet shows: never a transaction, never an approval. */
export async function signed(
  { provider }: Wallet,
  { address }: WalletAccount,
  { message }: ResultOf<'getWalletNonce'>,
): Promise<{ readonly message: string; readonly signature: string } | undefined> {
  const hex = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    const signature = await provider.request({ method: 'personal_sign', params: [`0x${hex}`, address] });
    return typeof signature === 'string' ? { message, signature } : undefined;
  } catch {
    return undefined;
  }
}
