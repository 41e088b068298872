import { NETWORKS, TOKEN_CONTRACTS } from '@glasshouse/api/networks';
import {
  type AddressFault,
  type AddressFormat,
  addressFault,
  addressLoss,
  isPaymentLink,
} from '@glasshouse/rules/address';
import {
  type Amount,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  formatDecimal,
  mulRateCeil,
  parseAmount,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { splitWithdrawal } from '@glasshouse/rules/withdrawal';
import type { Network, WithdrawalTerms } from './terms.ts';

export interface WithdrawFigures {
  readonly fee: string;
  readonly received: string;
  /**
   * Where the minimum fee applies, its share of the amount, rounded up to a hundredth of a percent;
   * undefined where the rate of the terms does.
   */
  readonly minimumShare: string | undefined;
}

type FeeTerms = Pick<WithdrawalTerms, 'available' | 'minimum' | 'feeRate' | 'feeMinimum'>;

const SHARE_DECIMALS = 4;
const SHARE_UNITS = 10n ** BigInt(SHARE_DECIMALS);

/**
 * Fee and what arrives, by the rule of the server. `decimals`: those of the network, or of a bank.
 */
export function priceWithdrawal(
  amountText: string,
  terms: FeeTerms | undefined,
  decimals: number,
): WithdrawFigures | undefined {
  const amount = parseAmount(amountText);
  if (amount === undefined || amount === 0n || terms === undefined) return undefined;
  const split = splitWithdrawal(amount, {
    feeRate: rateOf(terms.feeRate),
    feeMinimum: amountOf(terms.feeMinimum),
    decimals,
  });
  const isMinimum = mulRateCeil(amount, rateOf(terms.feeRate)) < amountOf(terms.feeMinimum);
  // The fee takes all of it: the problem at the amount says so.
  const { fee, received } = split ?? { fee: amount, received: ZERO };
  const hundredths = divCeil(fee * SHARE_UNITS, amount);
  const minimumShare = isMinimum ? formatDecimal(hundredths, SHARE_DECIMALS) : undefined;
  return { fee: formatAmount(fee), received: formatAmount(received), minimumShare };
}

/** What a bank pays out for an amount of USDT: less the spread, cut to the cent. */
const CENT = 10n ** 6n;
const PRICE_ONE = 10n ** 10n;
export function payoutOf(received: string, price: bigint | undefined, spread = '0'): string | undefined {
  if (price === undefined || price <= 0n) return undefined;
  const amount = amountOf(received);
  const exact = divFloor(subtract(amount, mulRateCeil(amount, rateOf(spread))) * PRICE_ONE, price);
  return formatAmount(((exact / CENT) * CENT) as Amount);
}

export type AmountProblem = 'amount' | 'minimum' | 'balance' | 'fee';

export function amountProblem(
  amountText: string,
  terms: FeeTerms | undefined,
  decimals: number,
): AmountProblem | undefined {
  const amount = parseAmount(amountText);
  if (amount === undefined || amount === 0n) return 'amount';
  if (terms === undefined) return undefined;
  if (amountOf(terms.available) < amount) return 'balance';
  if (amount < amountOf(terms.minimum)) return 'minimum';
  return priceWithdrawal(amountText, terms, decimals)?.received === '0' ? 'fee' : undefined;
}

export const formatOfNetwork = (network: Network): AddressFormat => NETWORKS[network].family;

/** `link`: more than an address. `lost`: nobody could spend what arrives there. */
export type AddressProblem = AddressFault | 'empty' | 'link' | 'lost';

/** Said as soon as it is certain: while an address is typed, being too short is no error. */
export function addressProblem(network: Network, typed: string): AddressProblem | undefined {
  const address = typed.trim();
  if (address === '') return 'empty';
  if (isPaymentLink(address)) return 'link';
  const format = formatOfNetwork(network);
  const fault = addressFault(format, address);
  if (fault !== undefined) return fault;
  return addressLoss(format, address, TOKEN_CONTRACTS) === undefined ? undefined : 'lost';
}

/** Of these, typing more can still make it right. */
export const isUnfinished = (problem: AddressProblem | undefined): boolean =>
  problem === 'empty' || problem === 'length';

/** IBAN by ISO 7064 mod 97-10; other account numbers are the bank's own business. */
export function accountNumberProblem(typed: string): 'empty' | 'checksum' | undefined {
  const number = typed.replace(/\s/g, '').toUpperCase();
  if (number === '') return 'empty';
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(number)) return undefined;
  const turned = number.slice(4) + number.slice(0, 4);
  let rest = 0;
  for (const character of turned) {
    const digits = /\d/.test(character) ? character : String(character.charCodeAt(0) - 55);
    for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1 ? undefined : 'checksum';
}

export const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
