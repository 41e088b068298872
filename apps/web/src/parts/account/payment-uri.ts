/** Room for an address, or for a payment URI with its parameters. */
export const URI_MAX = 512;

/** `ethereum:0x…@1/transfer?address=0x…`: the chain, and a call of a token contract (EIP-681). */
const ETHEREUM = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+))?(?:\/(\w+))?(?:\?(.*))?$/i;
const MAINNET = '1';
/** BIP 21, and the same form for TRON. */
const PLAIN = /^(?:bitcoin|tron):([0-9a-z]{20,90})(?:\?(.*))?$/i;

/**
 * The recipient of a payment URI, which wallets put on the clipboard and into QR codes; any other
 * text as it is. A URI that asks for more than paying an address (another chain, another call, a
 * parameter that must be understood) stays whole, so that it is refused as no address.
 */
export function paymentAddress(text: string): string {
  const typed = text.trim();
  const [, plain, query] = PLAIN.exec(typed) ?? [];
  if (plain !== undefined) return hasRequired(query) ? text : plain;
  const [, target, chain = MAINNET, call, parameters] = ETHEREUM.exec(typed) ?? [];
  if (target === undefined || chain !== MAINNET) return text;
  if (call === undefined) return target;
  // The target of a token's transfer is the token's contract, and what is sent there is lost.
  const recipient = call === 'transfer' ? new URLSearchParams(parameters).get('address') : null;
  return recipient ?? text;
}

const hasRequired = (query = ''): boolean =>
  [...new URLSearchParams(query).keys()].some((key) => key.startsWith('req-'));
