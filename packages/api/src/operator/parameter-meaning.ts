import { COUNTRIES } from '../countries.ts';
import { isBic, isIban } from '../iban.ts';
import { LIMIT_NAMES } from '../kyc-limits.ts';
import { isNetworkName, NETWORK_NAMES, networkSpec } from '../networks.ts';
import { VALUED_CURRENCIES } from '../valued-currencies.ts';
import type { ParameterKey, ParameterOf, ParameterProblem } from './parameters.ts';

/** The value in force of another parameter. */
export type OtherParameters = <Key extends ParameterKey>(key: Key) => ParameterOf<Key>;

/** Coins by network, where the settings of an installation replace what is known of it. */
export type OwnCoins = Readonly<Record<string, readonly string[]>>;

interface Around {
  readonly others: OtherParameters;
  readonly ownCoins: OwnCoins;
}
type Names = Readonly<Record<string, string>>;
type Check = (value: never, around: Around) => ParameterProblem | undefined;
type Checks = { readonly [Key in ParameterKey]?: Check };

/** Whole USDT; more is taken for a slip. */
const USDT_MAX = 1_000_000;
/** Whole coins, of which a dear one has eight digits fewer than a cheap one. */
const COINS_MAX = 1_000_000_000;
/** Half a day of the slowest network, or an hour of the fastest. */
const CONFIRMATIONS_MAX = 10_000;

const outOfRange = (field: string): ParameterProblem => ({ field, code: 'outOfRange' });
const wrongFormat = (field: string): ParameterProblem => ({ field, code: 'wrongFormat' });

const DIGITS = 8;
/** Decimal text in units of its eighth digit; the shape was checked before. */
function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, '0'));
}
const isMore = (left: string, right: string): boolean => unitsOf(right) < unitsOf(left);

const atMost =
  (most: number) =>
  (value: string): ParameterProblem | undefined =>
    isMore(value, String(most)) ? outOfRange('value') : undefined;

function firstOf(values: Names, isWrong: (value: string, name: string) => boolean) {
  return Object.keys(values).find((name) => isWrong(values[name]!, name));
}

const coinsAtMost = (values: Names): ParameterProblem | undefined => {
  const wrong = firstOf(values, (value) => isMore(value, String(COINS_MAX)));
  return wrong === undefined ? undefined : outOfRange(`value.${wrong}`);
};

/** A fee that takes the whole of the least withdrawal leaves nothing to send. */
function feesProblem(values: Names, fees: Names, minimums: Names): ParameterProblem | undefined {
  const wrong = firstOf(values, (_value, asset) => {
    const fee = fees[asset];
    const minimum = minimums[asset];
    return fee !== undefined && minimum !== undefined && !isMore(minimum, fee);
  });
  return wrong === undefined ? undefined : outOfRange(`value.${wrong}`);
}

const BANK_FIELDS: readonly string[] = ['holder', 'iban', 'bic', 'bank', 'currency'];

function bankProblem(bank: Names): ParameterProblem | undefined {
  const unknown = Object.keys(bank).find((name) => !BANK_FIELDS.includes(name));
  if (unknown !== undefined) return wrongFormat(`value.${unknown}`);
  const { iban, bic, currency } = bank;
  if (iban !== undefined && !isIban(iban)) return wrongFormat('value.iban');
  if (bic !== undefined && !isBic(bic)) return wrongFormat('value.bic');
  return currency === undefined || /^[A-Z]{3}$/.test(currency) ? undefined : wrongFormat('value.currency');
}

/** Every coin that some network carries. */
const COINS: ReadonlySet<string> = new Set(
  NETWORK_NAMES.flatMap((name) => {
    const { native, tokens } = networkSpec(name);
    return [native, ...Object.keys(tokens)];
  }),
);

const knownCoins = (values: Names, { ownCoins }: Around): ParameterProblem | undefined => {
  const own = Object.values(ownCoins).flat();
  const wrong = Object.keys(values).find((name) => !COINS.has(name) && !own.includes(name));
  return wrong === undefined ? undefined : wrongFormat(`value.${wrong}`);
};

const FAMILIES: ReadonlySet<string> = new Set(NETWORK_NAMES.map((name) => networkSpec(name).family));

/** `USDT.TRC20`: a coin that the network carries. */
function addressesProblem(addresses: Names, { ownCoins }: Around): ParameterProblem | undefined {
  const wrong = Object.keys(addresses).find((place) => {
    const [coin = '', network = '', ...more] = place.split('.');
    if (0 < more.length || !isNetworkName(network)) return true;
    const { native, tokens } = networkSpec(network);
    const isOwn = Object.hasOwn(ownCoins, network) && ownCoins[network]!.includes(coin);
    return coin !== native && !Object.hasOwn(tokens, coin) && !isOwn;
  });
  return wrong === undefined ? undefined : wrongFormat(`value.${wrong}`);
}

const CHECKS: Checks = {
  'kyc.refused_countries': (countries: readonly string[]) =>
    countriesProblem(countries, (country) => COUNTRIES.includes(country)),
  'deposit.confirmations': (numbers: Readonly<Record<string, number>>) => {
    const unknown = Object.keys(numbers).find((name) => !isNetworkName(name));
    if (unknown !== undefined) return wrongFormat(`value.${unknown}`);
    const wrong = Object.keys(numbers).find((name) => numbers[name]! < 1 || CONFIRMATIONS_MAX < numbers[name]!);
    return wrong === undefined ? undefined : outOfRange(`value.${wrong}`);
  },
  'deposit.bank': bankProblem,
  'deposit.minimums': (minimums: Names, around) => knownCoins(minimums, around) ?? coinsAtMost(minimums),
  'deposit.addresses': addressesProblem,
  'deposit.xpubs': (keys: Names) => {
    const unknown = Object.keys(keys).find((family) => !FAMILIES.has(family));
    return unknown === undefined ? undefined : wrongFormat(`value.${unknown}`);
  },
  'deposit.auto_credit_usdt': atMost(USDT_MAX),
  'withdrawal.two_person_usdt': atMost(USDT_MAX),
  'withdrawal.two_person_day_usdt': atMost(USDT_MAX),
  'withdrawal.two_person_week_usdt': atMost(USDT_MAX),
  'withdrawal.operator_day_usdt': atMost(USDT_MAX),
  'withdrawal.operator_week_usdt': atMost(USDT_MAX),
  'withdrawal.separate_duties_usdt': atMost(USDT_MAX),
  'withdrawal.minimums': (minimums: Names, around) =>
    knownCoins(minimums, around) ??
    coinsAtMost(minimums) ??
    feesProblem(minimums, around.others('withdrawal.fee_minimums'), minimums),
  'withdrawal.fee_minimums': (fees: Names, around) =>
    knownCoins(fees, around) ?? coinsAtMost(fees) ?? feesProblem(fees, fees, around.others('withdrawal.minimums')),
  'loan.two_person_usdt': atMost(USDT_MAX),
  'loan.minimum': (least: string, { others }) =>
    isMore(least, others('loan.maximum')) ? outOfRange('value') : undefined,
  'loan.maximum': (most: string, { others }) =>
    isMore(others('loan.minimum'), most) ? outOfRange('value') : atMost(10 * USDT_MAX)(most),
};

/** A week that allows less than one of its days would make the limit of the day mean nothing. */
const aboveWeek =
  (week: 'withdrawal.two_person_week_usdt' | 'withdrawal.operator_week_usdt') =>
  (value: string, { others }: Around) =>
    isMore(value, others(week)) ? outOfRange('value') : undefined;
const belowDay =
  (day: 'withdrawal.two_person_day_usdt' | 'withdrawal.operator_day_usdt') =>
  (value: string, { others }: Around) =>
    isMore(others(day), value) ? outOfRange('value') : undefined;

function countriesProblem(countries: readonly string[], isCountry: (country: string) => boolean) {
  const wrong = countries.findIndex((country) => !isCountry(country.toUpperCase()));
  return wrong === -1 ? undefined : wrongFormat(`value.${wrong}`);
}

/** What only version 10 of the rules checks besides: Kosovo was not among its countries. */
const CHECKS_OF_10: Checks = {
  'kyc.refused_countries': (countries: readonly string[]) =>
    countriesProblem(countries, (country) => country !== 'XK' && COUNTRIES.includes(country)),
};

/**
 * What versions from 11 on check besides: a day allows at most what its week does, and an account
 * of the bank is in a currency that the core can value.
 */
const CHECKS_SINCE_11: Checks = {
  'deposit.bank': ({ currency }: Names) =>
    currency === undefined || VALUED_CURRENCIES.includes(currency) ? undefined : wrongFormat('value.currency'),
  'withdrawal.two_person_day_usdt': aboveWeek('withdrawal.two_person_week_usdt'),
  'withdrawal.two_person_week_usdt': belowDay('withdrawal.two_person_day_usdt'),
  'withdrawal.operator_day_usdt': aboveWeek('withdrawal.operator_week_usdt'),
  'withdrawal.operator_week_usdt': belowDay('withdrawal.operator_day_usdt'),
};

/** In the order in which they are asked. */
const checksOf = (version: number): readonly Checks[] => {
  if (version < 10) return [];
  return version < 11 ? [CHECKS_OF_10, CHECKS] : [CHECKS, CHECKS_SINCE_11];
};

/**
 * Why a value of the right shape (`parameterProblem`) means nothing, or contradicts another
 * parameter in force; undefined when it can hold. Apart from the shape, because it depends on the
 * version of the rules: logs of before version 10 were decided without it.
 */
export function parameterMeaningProblem(
  key: ParameterKey,
  value: unknown,
  {
    version,
    others,
    ownCoins = {},
  }: { readonly version: number; readonly others: OtherParameters; readonly ownCoins?: OwnCoins | undefined },
): ParameterProblem | undefined {
  for (const checks of checksOf(version)) {
    const check = checks[key] as ((value: unknown, around: Around) => ParameterProblem | undefined) | undefined;
    const problem = check?.(value, { others, ownCoins });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Names that a parameter can have, of those that take no others. */
export function namesOfParameter(key: ParameterKey): readonly string[] | undefined {
  if (key === 'kyc.limits_none' || key === 'kyc.limits_basic' || key === 'kyc.limits_full') return LIMIT_NAMES;
  if (key === 'deposit.bank') return BANK_FIELDS;
  return key === 'deposit.xpubs' ? [...FAMILIES] : undefined;
}
