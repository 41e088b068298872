import type { BodyOf, ResultOf } from '@glasshouse/api';
import { isEmail } from '@glasshouse/api/email';
import { normalPhone } from '@glasshouse/rules/phone';
import { splitPhone } from './calling-codes.ts';

export type KycStatus = ResultOf<'getKyc'>;
export type Level = keyof KycStatus;
export type LevelStatus = KycStatus[Level];
export type Part = LevelStatus['refused'][number]['part'];
type Draft = BodyOf<'saveKycDraft'>['form'];

/** Everything that the forms hold, as text; files by their id. */
export interface KycValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly sex: string;
  readonly birthdate: string;
  readonly country: string;
  readonly address: string;
  /** Which of the two is given. */
  readonly contact: string;
  readonly callingCode: string;
  readonly phone: string;
  readonly email: string;
  readonly documentType: string;
  readonly documentNumber: string;
  readonly idFront: string;
  readonly idBack: string;
  readonly handHeld: string;
  readonly signature: string;
  readonly proofOfAssets: string;
  readonly monthlyIncome: string;
  readonly sourceOfWealth: string;
  readonly expectedInvestment: string;
}
export type Field = keyof KycValues;

export const EMPTY: KycValues = {
  firstName: '',
  lastName: '',
  sex: '',
  birthdate: '',
  country: '',
  address: '',
  contact: 'phone',
  callingCode: '',
  phone: '',
  email: '',
  documentType: 'idCard',
  documentNumber: '',
  idFront: '',
  idBack: '',
  handHeld: '',
  signature: '',
  proofOfAssets: '',
  monthlyIncome: '',
  sourceOfWealth: '',
  expectedInvestment: '',
};

export const BASIC_PARTS: readonly Part[] = ['name', 'sex', 'birthdate', 'country', 'address', 'contact', 'document'];
/** What the basic check asks for as well where the installation wants to see the document. */
const DOCUMENT_PARTS: readonly Part[] = ['idFront', 'idBack'];
const FULL_PARTS: readonly Part[] = ['idFront', 'idBack', 'handHeld', 'signature', 'income', 'proofOfAssets'];

const FIELDS_OF: Readonly<Record<Part, readonly Field[]>> = {
  name: ['firstName', 'lastName'],
  sex: ['sex'],
  birthdate: ['birthdate'],
  country: ['country'],
  address: ['address'],
  contact: ['contact', 'callingCode', 'phone', 'email'],
  document: ['documentType', 'documentNumber'],
  idFront: ['idFront'],
  idBack: ['idBack'],
  handHeld: ['handHeld'],
  signature: ['signature'],
  income: ['monthlyIncome', 'sourceOfWealth', 'expectedInvestment'],
  proofOfAssets: ['proofOfAssets'],
};
/** People with one legal name leave the last name empty. */
const OPTIONAL: readonly Field[] = ['proofOfAssets', 'lastName'];

/**
 * The parts that a form asks for: all of its level at first; after a refusal only what was refused,
 * if the reviewer named something.
 */
export function partsToSend(level: Level, status: KycStatus, asksDocument = false): readonly Part[] {
  const all = level === 'full' ? FULL_PARTS : asksDocument ? [...BASIC_PARTS, ...DOCUMENT_PARTS] : BASIC_PARTS;
  const refused = status[level].state === 'notPassed' ? status[level].refused.map(({ part }) => part) : [];
  // The basic check is sent as a whole; the full one keeps what was accepted.
  if (level === 'basic' || refused.length === 0) return all;
  return [...BASIC_PARTS, ...FULL_PARTS].filter((part) => refused.includes(part));
}

/** A passport has no back. */
const isNeeded = (field: Field, values: KycValues): boolean => field !== 'idBack' || values.documentType !== 'passport';

/** The fields of these parts that must not be empty. */
export function neededFields(parts: readonly Part[], values: KycValues): readonly Field[] {
  const unused: readonly Field[] = values.contact === 'phone' ? ['email'] : ['phone', 'callingCode'];
  return parts
    .flatMap((part) => FIELDS_OF[part])
    .filter((field) => !OPTIONAL.includes(field) && !unused.includes(field) && isNeeded(field, values));
}

export const shownParts = (parts: readonly Part[], values: KycValues): readonly Part[] =>
  parts.filter((part) => FIELDS_OF[part].some((field) => isNeeded(field, values)));

/** As it is dialled from abroad; undefined while it has too few or too many digits. */
export const wholePhone = ({ callingCode, phone }: KycValues): string | undefined => normalPhone(phone, callingCode);

const AGE_MIN = 18;
const AGE_MAX = 120;
/** Dates such as 30 February parse, but as another day. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text.length === 10;
}

/** YYYY-MM-DD of the day so many years before. */
export function yearsBefore(today: string, years: number): string {
  const [year = '', ...rest] = today.split('-');
  const earlier = [String(Number(year) - years), ...rest].join('-');
  // 29 February exists every fourth year.
  return isDay(earlier) ? earlier : `${earlier.slice(0, 8)}28`;
}
export const latestBirthdate = (today: string): string => yearsBefore(today, AGE_MIN);
export const earliestBirthdate = (today: string): string => yearsBefore(today, AGE_MAX);

export type FieldProblem = 'empty' | 'underage' | 'birthdate' | 'phone' | 'email' | 'document';

const DOCUMENT = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,63}$/u;

/** What is wrong with one field; the server checks all of it again. */
export function fieldProblem(field: Field, values: KycValues, today: string): FieldProblem | undefined {
  const value = values[field].trim();
  if (OPTIONAL.includes(field)) return undefined;
  if (value === '') return 'empty';
  if (field === 'birthdate') {
    if (!isDay(value) || value < earliestBirthdate(today) || today < value) return 'birthdate';
    return latestBirthdate(today) < value ? 'underage' : undefined;
  }
  if (field === 'phone' && wholePhone(values) === undefined) return 'phone';
  if (field === 'email' && !isEmail(value)) return 'email';
  if (field === 'documentNumber' && !DOCUMENT.test(value)) return 'document';
  return undefined;
}

/** The body of a submission: exactly the fields of its parts. */
export function bodyOf(parts: readonly Part[], values: KycValues): Readonly<Record<string, string>> {
  const fields = neededFields(parts, values).filter((field) => field !== 'contact' && field !== 'callingCode');
  const optional = parts.flatMap((part) => FIELDS_OF[part]).filter((field) => OPTIONAL.includes(field));
  return Object.fromEntries(
    [...fields, ...optional]
      .map((field) => [field, field === 'phone' ? (wholePhone(values) ?? '') : values[field].trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** What a draft keeps; the fields of the form that are no fields of the call are folded in. */
export function draftOf(parts: readonly Part[], values: KycValues): Draft {
  const fields = parts.flatMap((part) => FIELDS_OF[part]).filter((field) => values[field] !== '');
  const draft = Object.fromEntries(
    fields
      .filter((field) => field !== 'contact' && field !== 'callingCode' && field !== 'phone')
      // The address of the account is there before anyone chose it as the contact.
      .filter((field) => field !== 'email' || values.contact === 'email')
      .map((field) => [field, values[field]]),
  );
  const isPhone = values.contact === 'phone' && (values.callingCode !== '' || values.phone !== '');
  return isPhone && fields.includes('contact') ? { ...draft, phone: `+${values.callingCode} ${values.phone}` } : draft;
}

/** The values that a draft gives back. */
export function valuesOf(draft: Draft | undefined, start: KycValues): KycValues {
  if (draft === undefined) return start;
  const { phone, ...rest } = draft;
  const parts = phone === undefined ? undefined : splitPhone(phone);
  const contact = phone === undefined && rest.email !== undefined ? 'email' : 'phone';
  return {
    ...start,
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<KycValues>),
    contact,
    ...(parts === undefined ? {} : { callingCode: parts.code, phone: parts.rest }),
  };
}
