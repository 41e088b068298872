/** Payment URIs pasted where an address is asked for. */
import { expect, test } from 'vitest';
import { paymentAddress } from './payment-uri.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHEREUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

test.each([
  ['bitcoin with an amount', `bitcoin:${BITCOIN}?amount=0.5&label=Anna`, BITCOIN],
  ['capitals of a QR code', `BITCOIN:${BITCOIN.toUpperCase()}`, BITCOIN.toUpperCase()],
  ['ethereum', ` ethereum:${ETHEREUM}?value=2.014e18 `, ETHEREUM],
  ['ethereum on its main chain', `ethereum:pay-${ETHEREUM}@1`, ETHEREUM],
  [
    'a transfer of a token, whose target is a contract',
    `ethereum:${TOKEN}@1/transfer?address=${ETHEREUM}&uint256=1`,
    ETHEREUM,
  ],
  ['an address', ETHEREUM, ETHEREUM],
])('%s is paid to its recipient', (_, typed, address) => {
  expect(paymentAddress(typed)).toBe(address);
});

test.each([
  ['another chain', `ethereum:${ETHEREUM}@137`],
  ['another call', `ethereum:${TOKEN}/approve?address=${ETHEREUM}`],
  ['a transfer without a recipient', `ethereum:${TOKEN}/transfer?uint256=1`],
  ['a parameter that must be understood', `bitcoin:${BITCOIN}?req-somethingyoudontunderstand=50`],
  ['another scheme', `lightning:${BITCOIN}`],
])('%s stays whole and is refused as no address', (_, typed) => {
  expect(paymentAddress(typed)).toBe(typed);
});
