import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { otherSideWords } from '@glasshouse/app/statement-words';
import type { Translator } from '@glasshouse/i18n';
import { difference } from './decimals.ts';
import { BALANCE_PLACES } from './money-fields.ts';
import { type LogRecord, recordOf } from './records.ts';
import { subjectName } from './subject-words.ts';

/** A command and the record of what it changes. */
interface LoggedChange {
  readonly type: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What an operator did or asks for, as a request or a row of the audit log has it. */
export interface LoggedAction extends LoggedChange {
  /** Number of the customer it concerns; null where there is none. */
  readonly user: number | null;
  /** What a deposit or a withdrawal is about, from its case. */
  readonly payment?: NamedPayment | null;
  /** What approval was asked for, of a row that asks, decides or takes back. */
  readonly asked?: (LoggedChange & { readonly id: number }) | null;
}

export interface NamedPayment {
  readonly asset: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly currencyAmount: string | null;
  readonly address: string | null;
}

/** The parts of the translator and the formatter that a sentence needs. */
export interface Speech {
  readonly find: Translator['find'];
  readonly money: (value: string, asset: string) => string;
  readonly signedMoney: (value: string, asset: string) => string;
  readonly number: (value: string) => string;
}

/** What a sentence is made of. */
interface ActionRecord {
  readonly type: string;
  readonly old: LogRecord;
  readonly next: LogRecord;
  readonly user: number | null;
  readonly payment: NamedPayment | null;
}

/** Longer addresses are cut in the middle; the whole one is on the page of the case. */
const ADDRESS_SHOWN_MAX = 20;
/** Numbers of a batch or a file that a line names. */
const NUMBERS_SHOWN_MAX = 5;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Commands whose records have amounts and name no asset, since it is always this one. */
const ALWAYS_USDT: readonly string[] = ['loans.review', 'nfts.pay'];
/** Commands about money that goes back: not to the address where it arrived. */
const GOES_BACK: readonly string[] = ['deposits.returnHeld', 'deposits.sentBack'];
/** Commands about money that is here already and goes nowhere. */
const STAYS: readonly string[] = ['deposits.cancelReturn', 'deposits.releaseHeld'];

/** The decimal text of a field; the log writes amounts as texts. */
function decimalOf(fields: LogRecord, name: string): string | undefined {
  const text = fields[name];
  return typeof text === 'string' && DECIMAL.test(text) ? text : undefined;
}

const textOf = (fields: LogRecord, name: string): string | undefined => {
  const text = fields[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
};

/** What a command is called; one of a newer server is called as in the log. */
export const actionName = ({ find }: Pick<Speech, 'find'>, type: string): string =>
  find(`records:actionName.${type}`) ?? type;

/** What it concerns, in one line: how much, which case, whose, and where it goes. */
export function actionDetail(speech: Speech, action: LoggedAction): string {
  const { asked: request, user } = action;
  const payment = action.payment ?? null;
  if (request != null) {
    const about = `${actionName(speech, request.type)} · ${actionDetail(speech, { ...request, user, payment })}`;
    return `${subjectName(speech, `request ${request.id}`)} · ${about}`;
  }
  const { type, subject } = action;
  const record = { type, old: recordOf(action.before), next: recordOf(action.after), user, payment };
  const adjusted = type === 'balances.adjust' ? adjustment(speech, record) : undefined;
  if (adjusted !== undefined) return adjusted;
  const isAboutUser = user === null || user === 0 || subject === `user ${user}`;
  return [
    moved(speech, record) ?? changed(speech, record) ?? amountOf(speech, record),
    subjectName(speech, subject),
    numbersOf(speech, record),
    isAboutUser ? undefined : subjectName(speech, `user ${user}`),
    destination(speech, record),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

const destination = ({ find }: Speech, { type, next, payment }: ActionRecord): string | undefined => {
  const address = GOES_BACK.includes(type) ? textOf(next, 'payer') : payment?.address;
  if (address == null || STAYS.includes(type)) return undefined;
  const short = address.length <= ADDRESS_SHOWN_MAX ? address : `${address.slice(0, 8)}…${address.slice(-6)}`;
  return find('records:actionSentence.destination', { address: short }) ?? short;
};

/**
 * The log's own figure first: it is what was approved, whatever was claimed. An amount without an
 * asset is left out, since it could be read as another currency.
 */
function amountOf({ money }: Speech, { type, old, next, payment }: ActionRecord): string | undefined {
  const asset =
    textOf(next, 'asset') ??
    textOf(old, 'asset') ??
    payment?.asset ??
    (ALWAYS_USDT.includes(type) ? 'USDT' : undefined);
  if (asset === undefined) return undefined;
  const inCurrency = decimalOf(next, 'currencyAmount') ?? payment?.currencyAmount ?? undefined;
  const currency = payment?.currency ?? undefined;
  const transfer = inCurrency === undefined || currency === undefined ? undefined : money(inCurrency, currency);
  const arrived = decimalOf(next, 'arrived');
  if (arrived !== undefined) return [...(transfer === undefined ? [] : [transfer]), money(arrived, asset)].join(' → ');
  if (transfer !== undefined) return transfer;
  const amount = decimalOf(next, 'amount') ?? decimalOf(old, 'amount') ?? payment?.amount ?? undefined;
  return amount === undefined ? undefined : money(amount, asset);
}

/** What a field changed by, and the words for it before and after. */
function changeOf({ signedMoney, number }: Speech, { old, next }: ActionRecord, field: string) {
  const asset = textOf(next, 'asset');
  const from = decimalOf(old, field);
  const to = decimalOf(next, field);
  if (asset === undefined || from === undefined || to === undefined) return undefined;
  return { amount: signedMoney(difference(to, from), asset), from: number(from), to: number(to) };
}

/** The difference is what was asked for: the log holds the balance before and after it. */
function adjustment(speech: Speech, record: ActionRecord): string | undefined {
  const values = changeOf(speech, record, 'available');
  if (values === undefined || record.user === null) return undefined;
  return speech.find('records:actionSentence.adjust', { ...values, id: record.user });
}

/** A pool that money was paid into or taken from. */
function changed(speech: Speech, record: ActionRecord): string | undefined {
  const values = changeOf(speech, record, 'pool');
  return values === undefined ? undefined : speech.find('records:actionSentence.change', values);
}

/** Money of the house: what left one of its accounts and came into another one. */
function moved({ find, money }: Speech, { type, old, next }: ActionRecord): string | undefined {
  const asset = textOf(next, 'asset');
  if (type !== 'house.move' || asset === undefined) return undefined;
  const ends = Object.keys(next).flatMap((account) => {
    const from = decimalOf(old, account);
    const to = decimalOf(next, account);
    return from === undefined || to === undefined ? [] : [{ account, by: difference(to, from) }];
  });
  const source = ends.find(({ by }) => by.startsWith('-'));
  const target = ends.find(({ by }) => !by.startsWith('-'));
  if (source === undefined || target === undefined) return undefined;
  const [from, to] = [source, target].map(({ account }) => otherSideWords({ find }, account));
  return find('records:actionSentence.move', { amount: money(target.by, asset), from: from ?? '', to: to ?? '' });
}

/** Withdrawals of a batch or a file. */
function numbersOf({ find }: Speech, { old, next }: ActionRecord): string | undefined {
  const numbers = next.withdrawals ?? old.withdrawals;
  const label = find('records:actionField.withdrawals');
  if (!Array.isArray(numbers) || numbers.length === 0 || label === undefined) return undefined;
  const more = NUMBERS_SHOWN_MAX < numbers.length ? ' …' : '';
  return `${label}: ${numbers.slice(0, NUMBERS_SHOWN_MAX).join(', ')}${more}`;
}

/** Names and sentences of operators' actions in the operator's language. */
export function useActionWords() {
  const { find } = useTranslator();
  const format = useFormat();
  const speech: Speech = {
    find,
    money: format.money,
    signedMoney: format.signedMoney,
    number: (value) => format.number(value, BALANCE_PLACES),
  };
  return {
    nameOf: (type: string) => actionName(speech, type),
    subjectOf: (subject: string) => subjectName(speech, subject),
    detailOf: (action: LoggedAction) => actionDetail(speech, action),
  };
}
