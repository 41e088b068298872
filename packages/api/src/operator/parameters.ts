import type { CodeKey } from '../codes.ts';
import { WALLET_GATES } from '../constants.ts';
import { LIMIT_KINDS, LIMIT_NAMES, type LimitTable } from '../kyc-limits.ts';
import { isTimeZone, readSupportHours } from '../support-hours.ts';

/**
 * What an operator may set, with its meaning and default. A change is a command: it is in the log
 * with who asked, who approved and why. Where `money` is true, a second person must approve.
 */
export type ParameterKind =
  | { readonly type: 'amount' }
  | { readonly type: 'rate'; readonly min: string; readonly max: string }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'text'; readonly maxLength: number }
  /** Lines of text: networks, reasons. */
  | { readonly type: 'texts'; readonly max: number; readonly maxLength: number }
  /** By name: asset → amount, network → number, family → extended public key. */
  | { readonly type: 'amounts' | 'integers' | 'names'; readonly max: number };

export type ParameterValue =
  | string
  | number
  | readonly string[]
  | { readonly [name: string]: string }
  | { readonly [name: string]: number };

export interface ParameterSpec {
  readonly kind: ParameterKind;
  readonly default: ParameterValue;
  /** It decides over money, or over where money goes: two persons. */
  readonly money: boolean;
}

/** Days of returns that a core keeps for one person, at most. */
export const FREE_RETURNS_MAX = 12;

const days = (max: number): ParameterKind => ({ type: 'integer', min: 0, max });

export const PARAMETERS = {
  'upload.max_mb': { kind: { type: 'integer', min: 1, max: 20 }, default: 2, money: false },
  'upload.proof_max_mb': { kind: { type: 'integer', min: 1, max: 50 }, default: 50, money: false },
  'kyc.review_hours': { kind: { type: 'integer', min: 1, max: 240 }, default: 48, money: false },
  /** ISO codes of countries whose residents are not served. */
  'kyc.refused_countries': { kind: { type: 'texts', max: 249, maxLength: 2 }, default: [], money: false },
  'kyc.retention_days': { kind: days(3650), default: 1825, money: false },
  /**
   * What each level of identity allows on the real book, in USDT: `deposit_day` and its siblings in
   * `kyc-limits.ts`. A profile may have other defaults (`figures/profile-figures.ts`).
   */
  'kyc.limits_none': { kind: { type: 'amounts', max: LIMIT_NAMES.length }, default: {}, money: true },
  'kyc.limits_basic': { kind: { type: 'amounts', max: LIMIT_NAMES.length }, default: {}, money: true },
  'kyc.limits_full': { kind: { type: 'amounts', max: LIMIT_NAMES.length }, default: {}, money: true },
  /** 1: the basic check asks for a picture of the document. */
  'kyc.basic_document': { kind: { type: 'integer', min: 0, max: 1 }, default: 0, money: true },
  'deposit.minimums': {
    kind: { type: 'amounts', max: 50 },
    default: { USDT: '120', BTC: '0.015', ETH: '0.2' },
    money: true,
  },
  /** Networks that are not named use the number of their own definition. */
  'deposit.confirmations': { kind: { type: 'integers', max: 50 }, default: {}, money: true },
  /** Deposits worth more, in USDT, wait for a review; 0: all of them do. */
  'deposit.auto_credit_usdt': { kind: { type: 'amount' }, default: '0', money: true },
  /** Extended public keys: evm, tron, bitcoin. Whoever sets them decides where deposits go. */
  'deposit.xpubs': { kind: { type: 'names', max: 10 }, default: {}, money: true },
  /** `<ASSET>.<network>` → address, for networks without addresses of one's own. */
  'deposit.addresses': { kind: { type: 'names', max: 50 }, default: {}, money: true },
  /** Shown for bank transfers: holder, iban, bic, bank. */
  'deposit.bank': { kind: { type: 'names', max: 10 }, default: {}, money: true },
  'withdrawal.minimums': {
    kind: { type: 'amounts', max: 50 },
    default: { USDT: '50', BTC: '0.001', ETH: '0.02' },
    money: true,
  },
  'withdrawal.fee_rate': { kind: { type: 'rate', min: '0', max: '0.05' }, default: '0.002', money: true },
  'withdrawal.fee_minimums': {
    kind: { type: 'amounts', max: 50 },
    default: { USDT: '2', BTC: '0.0001', ETH: '0.001' },
    money: true,
  },
  /** Withdrawals worth more, in USDT, need a second person. */
  'withdrawal.two_person_usdt': { kind: { type: 'amount' }, default: '10000', money: true },
  /** The same for all that one person, or one address, gets within a rolling day and week. */
  'withdrawal.two_person_day_usdt': { kind: { type: 'amount' }, default: '10000', money: true },
  'withdrawal.two_person_week_usdt': { kind: { type: 'amount' }, default: '25000', money: true },
  /** And for all that one operator approves alone within a rolling day and week. */
  'withdrawal.operator_day_usdt': { kind: { type: 'amount' }, default: '25000', money: true },
  'withdrawal.operator_week_usdt': { kind: { type: 'amount' }, default: '100000', money: true },
  /** Who approved a payout worth this much or more does not pay it; 0: no payout at all. */
  'withdrawal.separate_duties_usdt': { kind: { type: 'amount' }, default: '0', money: true },
  /** What the bank's currency costs beyond the mid, as a share, when a withdrawal is approved. */
  'withdrawal.bank_spread': { kind: { type: 'rate', min: '0', max: '0.02' }, default: '0.003', money: true },
  /** Most of the house's stock of a coin that orders of one network have; 1: all of it. */
  'networks.stock_share': { kind: { type: 'rate', min: '0.01', max: '1' }, default: '0.3', money: true },
  /** No withdrawal this long after a password or second factor was changed or reset. */
  'withdrawal.block_hours': { kind: { type: 'integer', min: 24, max: 240 }, default: 24, money: true },
  /** A payout without a confirmation is reported after this many hours. */
  'withdrawal.stuck_hours': { kind: { type: 'integer', min: 1, max: 240 }, default: 6, money: false },
  /** 1: loans are offered. */
  'loan.offered': { kind: { type: 'integer', min: 0, max: 1 }, default: 1, money: true },
  /** Interest of a day, until the repayment date and after it. */
  'loan.daily_rate': { kind: { type: 'rate', min: '0', max: '0.01' }, default: '0.0003', money: true },
  'loan.overdue_rate': { kind: { type: 'rate', min: '0', max: '0.01' }, default: '0.0005', money: true },
  /** Days at the beginning that cost nothing. */
  'loan.free_days': { kind: days(60), default: 3, money: true },
  /**
   * Loans that a person may return without interest within 365 days; a core keeps as many days of
   * each. Beyond it a loan has interest from its first day, also if it is returned in fourteen.
   */
  'loan.free_returns_year': { kind: { type: 'integer', min: 0, max: FREE_RETURNS_MAX }, default: 2, money: true },
  /** Days overdue before the pledge is sold. */
  'loan.grace_days': { kind: days(90), default: 7, money: true },
  'loan.terms_days': {
    kind: { type: 'texts', max: 12, maxLength: 4 },
    default: ['7', '14', '30', '60', '90', '180', '360'],
    money: true,
  },
  'loan.minimum': { kind: { type: 'amount' }, default: '100', money: true },
  'loan.maximum': { kind: { type: 'amount' }, default: '100000', money: true },
  /** Larger loans are paid out by two persons. */
  'loan.two_person_usdt': { kind: { type: 'amount' }, default: '10000', money: true },
  /** The law on consumer credit, as agreements cite it; empty: they name none. */
  'loan.law': { kind: { type: 'text', maxLength: 200 }, default: '', money: true },
  /** What nobody decided within this time has expired. */
  'request.expiry_hours': { kind: { type: 'integer', min: 1, max: 720 }, default: 72, money: false },
  /** CIDR networks from which operators may sign in; empty: anywhere. */
  'operator.networks': { kind: { type: 'texts', max: 50, maxLength: 64 }, default: [], money: true },
  /** Who runs this installation and lends, by name; empty: nobody is named, and no loan is made. */
  'site.operator': { kind: { type: 'text', maxLength: 200 }, default: '', money: false },
  /** Licence and authority, as the page on supervision shows them; empty: none is on file. */
  'site.licence': { kind: { type: 'text', maxLength: 500 }, default: '', money: true },
  'site.contact': { kind: { type: 'text', maxLength: 200 }, default: '', money: false },
  /** https address from which people get the Android app; empty: none is offered. */
  'site.down_url': { kind: { type: 'text', maxLength: 300 }, default: '', money: true },
  /** When somebody answers: `mon-fri 09:00-18:00`, in the zone below; empty: nothing is said. */
  'support.hours': { kind: { type: 'texts', max: 14, maxLength: 30 }, default: [], money: false },
  'support.zone': { kind: { type: 'text', maxLength: 60 }, default: 'UTC', money: false },
  /** Minutes within which a customer should be answered, as operators see it. */
  'support.answer_minutes': { kind: { type: 'integer', min: 1, max: 10_080 }, default: 60, money: false },
  /** A person gets one mail about answers that they have not read for so long. */
  'support.mail_after_minutes': { kind: { type: 'integer', min: 1, max: 1_440 }, default: 10, money: false },
  'support.retention_days': { kind: days(3650), default: 730, money: false },
  /** Frame of another chat in place of this one; `{language}` is filled in. Empty: none. */
  'support.widget': { kind: { type: 'text', maxLength: 500 }, default: '', money: true },
  /** What a browser without a wallet is told before signing in: `off`, `warn` or `require`. */
  'site.wallet_gate': { kind: { type: 'text', maxLength: 10 }, default: 'warn', money: false },
} as const satisfies Readonly<Record<string, ParameterSpec>>;

export type ParameterKey = keyof typeof PARAMETERS;
export const PARAMETER_KEYS = Object.keys(PARAMETERS) as readonly ParameterKey[];
/** What compliance answers for: who is served, what each level allows, how long data is kept. */
export const COMPLIANCE_PARAMETERS: readonly ParameterKey[] = PARAMETER_KEYS.filter((key) => key.startsWith('kyc.'));

type Widened<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends readonly unknown[]
      ? readonly string[]
      : { readonly [name: string]: Value[keyof Value] extends number ? number : string };
/** The type of a parameter's value. */
export type ParameterOf<Key extends ParameterKey> = (typeof PARAMETERS)[Key]['kind'] extends {
  readonly type: 'integers';
}
  ? { readonly [name: string]: number }
  : (typeof PARAMETERS)[Key]['kind'] extends { readonly type: 'amounts' | 'names' }
    ? { readonly [name: string]: string }
    : Widened<(typeof PARAMETERS)[Key]['default']>;

export const parameterSpec = (key: ParameterKey): ParameterSpec => PARAMETERS[key];
export const isParameterKey = (key: string): key is ParameterKey => Object.hasOwn(PARAMETERS, key);

export interface ParameterProblem {
  /** `value`, or one entry of it: `value.USDT`. */
  readonly field: string;
  readonly code: Extract<CodeKey, 'wrongType' | 'wrongFormat' | 'outOfRange' | 'tooManyDecimals'>;
}

/** Texts that may be empty: then nothing is said or offered. */
const OPTIONAL: ReadonlySet<ParameterKey> = new Set([
  'loan.law',
  'site.operator',
  'site.licence',
  'site.contact',
  'site.down_url',
  'support.widget',
]);

/** Whether a change takes two persons: of money, and of whom the house serves. */
export const needsTwoPersons = (key: ParameterKey): boolean =>
  parameterSpec(key).money || COMPLIANCE_PARAMETERS.includes(key);

/** Why the value cannot be that of the parameter; undefined when it can. */
export function parameterProblem(key: ParameterKey, value: unknown): ParameterProblem | undefined {
  const { kind } = parameterSpec(key);
  if (OPTIONAL.has(key) && value === '') return undefined;
  const problem = kindProblem(kind, value);
  if (problem !== undefined) return problem;
  if (key === 'operator.networks') {
    const wrong = (value as readonly string[]).findIndex((network) => !isNetwork(network));
    return wrong === -1 ? undefined : { field: `value.${wrong}`, code: 'wrongFormat' };
  }
  if (key === 'loan.terms_days') {
    const wrong = (value as readonly string[]).findIndex(
      (days) => !/^[1-9][0-9]{0,3}$/.test(days) || 3650 < Number(days),
    );
    return wrong === -1 ? undefined : { field: `value.${wrong}`, code: 'wrongFormat' };
  }
  if (key === 'site.wallet_gate') {
    return WALLET_GATES.some((gate) => gate === value) ? undefined : { field: 'value', code: 'wrongFormat' };
  }
  if (key === 'support.hours') {
    const wrong = (value as readonly string[]).findIndex((line) => readSupportHours(line) === undefined);
    return wrong === -1 ? undefined : { field: `value.${wrong}`, code: 'wrongFormat' };
  }
  if (key === 'support.zone') return isTimeZone(String(value)) ? undefined : { field: 'value', code: 'wrongFormat' };
  if (key === 'support.widget') {
    const address = String(value).replaceAll('{language}', 'en');
    return isFrame(address) ? undefined : { field: 'value', code: 'wrongFormat' };
  }
  if (key === 'site.down_url') return isHttps(String(value)) ? undefined : { field: 'value', code: 'wrongFormat' };
  if (key === 'kyc.limits_none' || key === 'kyc.limits_basic' || key === 'kyc.limits_full') {
    return limitsProblem(value as LimitTable);
  }
  if (kind.type === 'amounts') return namesProblem(value as object, /^[A-Z0-9]{2,12}$/);
  if (kind.type === 'integers' || kind.type === 'names') return namesProblem(value as object, /^[A-Za-z0-9_.-]{1,40}$/);
  return undefined;
}

/** Of https, or of this machine for trying it out; nothing in its host that ends a policy. */
const isFrame = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  const isHere = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost');
  return (protocol === 'https:' || isHere) && username === '' && /^[a-z0-9.-]+$/.test(hostname);
};

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';

function kindProblem(kind: ParameterKind, value: unknown): ParameterProblem | undefined {
  switch (kind.type) {
    case 'amount':
      return at('value', decimalProblem(value));
    case 'rate':
      return at('value', decimalProblem(value) ?? rateProblem(value as string, kind));
    case 'integer':
      return at('value', integerProblem(value, kind));
    case 'text':
      return at('value', textProblem(value, kind.maxLength));
    case 'texts':
      if (!Array.isArray(value)) return { field: 'value', code: 'wrongType' };
      return kind.max < value.length
        ? { field: 'value', code: 'outOfRange' }
        : firstProblem(value, (item) => textProblem(item, kind.maxLength));
    case 'amounts':
      return entriesProblem(kind, value, decimalProblem);
    case 'integers':
      return entriesProblem(kind, value, (item) => integerProblem(item, { min: 0, max: 100_000 }));
    case 'names':
      return entriesProblem(kind, value, (item) => textProblem(item, 256));
  }
}

type Code = ParameterProblem['code'] | undefined;
const at = (field: string, code: Code): ParameterProblem | undefined =>
  code === undefined ? undefined : { field, code };

function entriesProblem(kind: { max: number }, value: unknown, check: (item: unknown) => Code) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return at('value', 'wrongType');
  return kind.max < Object.keys(value).length ? at('value', 'outOfRange') : firstProblem(value, check);
}

function firstProblem(values: object, check: (item: unknown) => Code): ParameterProblem | undefined {
  for (const [name, item] of Object.entries(values)) {
    const problem = at(`value.${name}`, check(item));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const namesProblem = (values: object, pattern: RegExp): ParameterProblem | undefined =>
  Object.keys(values).some((name) => !pattern.test(name)) ? { field: 'value', code: 'wrongFormat' } : undefined;

/** Known limits only, and a day never above its month, nor a month above everything. */
function limitsProblem(table: LimitTable): ParameterProblem | undefined {
  const unknown = Object.keys(table).find((name) => !LIMIT_NAMES.some((known) => known === name));
  if (unknown !== undefined) return { field: `value.${unknown}`, code: 'wrongFormat' };
  for (const kind of LIMIT_KINDS) {
    const day = table[`${kind}_day`];
    const month = table[`${kind}_month`];
    const total = table[`${kind}_total`];
    if (isAbove(day, month) || isAbove(day, total)) return { field: `value.${kind}_day`, code: 'outOfRange' };
    if (isAbove(month, total)) return { field: `value.${kind}_month`, code: 'outOfRange' };
  }
  return undefined;
}

const isAbove = (amount: string | undefined, limit: string | undefined): boolean =>
  amount !== undefined && limit !== undefined && units(limit) < units(amount);

const DECIMAL = /^(?:0|[1-9][0-9]{0,13})(?:\.[0-9]+)?$/;
const DECIMALS_MAX = 8;

function decimalProblem(value: unknown): Code {
  if (typeof value !== 'string') return 'wrongType';
  if (!DECIMAL.test(value)) return 'wrongFormat';
  return DECIMALS_MAX < (value.split('.')[1]?.length ?? 0) ? 'tooManyDecimals' : undefined;
}

/** Decimal text as an integer of its smallest unit: a rate must not meet a double. */
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS_MAX, '0'));
}

const rateProblem = (value: string, { min, max }: { min: string; max: string }): Code =>
  units(value) < units(min) || units(max) < units(value) ? 'outOfRange' : undefined;

function integerProblem(value: unknown, { min, max }: { min: number; max: number }): Code {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'wrongType';
  return value < min || max < value ? 'outOfRange' : undefined;
}

function textProblem(value: unknown, maxLength: number): Code {
  if (typeof value !== 'string') return 'wrongType';
  if (value.trim() === '') return 'wrongFormat';
  return maxLength < value.length ? 'outOfRange' : undefined;
}

/** A network in CIDR notation, of IPv4 or IPv6. */
export function isNetwork(text: string): boolean {
  const match = /^([0-9a-f.:]+)\/([0-9]{1,3})$/i.exec(text);
  if (match === null) return false;
  const [, address = '', prefix = ''] = match;
  if (!address.includes(':')) {
    const parts = address.split('.');
    const isV4 = parts.length === 4 && parts.every((part) => /^[0-9]{1,3}$/.test(part) && Number(part) <= 255);
    return isV4 && Number(prefix) <= 32;
  }
  return URL.canParse(`http://[${address}]/`) && Number(prefix) <= 128;
}
