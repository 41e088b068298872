import { code } from '@glasshouse/api/codes';
import { COUNTRIES } from '@glasshouse/api/countries';
import { foldEmail, isEmail } from '@glasshouse/api/email';
import { KYC_FILES, type KycFile, type KycPart } from '@glasshouse/api/schemas/kyc';
import { normalPhone } from '@glasshouse/rules/phone';
import type { KycLevel } from './rows.ts';

/** The text fields of both forms. */
const BASIC_FIELDS = [
  'firstName',
  'lastName',
  'sex',
  'birthdate',
  'country',
  'address',
  'phone',
  'email',
  'documentType',
  'documentNumber',
] as const;
const FULL_FIELDS = ['monthlyIncome', 'sourceOfWealth', 'expectedInvestment'] as const;
type TextField = (typeof BASIC_FIELDS)[number] | (typeof FULL_FIELDS)[number];
type Field = TextField | KycFile;

/** What was typed and which files go with it. */
export type KycForm = { readonly [Name in Field]?: string };

/** What a reviewer refuses as one thing. */
const FIELDS_OF_PART: Readonly<Record<KycPart, readonly Field[]>> = {
  name: ['firstName', 'lastName'],
  sex: ['sex'],
  birthdate: ['birthdate'],
  country: ['country'],
  address: ['address'],
  contact: ['phone', 'email'],
  document: ['documentType', 'documentNumber'],
  idFront: ['idFront'],
  idBack: ['idBack'],
  handHeld: ['handHeld'],
  signature: ['signature'],
  income: [...FULL_FIELDS],
  proofOfAssets: ['proofOfAssets'],
};
const PARTS = Object.keys(FIELDS_OF_PART) as readonly KycPart[];

/** Either way of contact will do, and millions of people have one legal name. */
const OPTIONAL_TEXTS: readonly TextField[] = ['lastName', 'phone', 'email'];
const REQUIRED_BASIC = BASIC_FIELDS.filter((field) => !OPTIONAL_TEXTS.includes(field));
const REQUIRED_TEXTS: Readonly<Record<KycLevel, readonly TextField[]>> = {
  basic: REQUIRED_BASIC,
  full: [...REQUIRED_BASIC, ...FULL_FIELDS],
};
const REQUIRED_FILES: readonly KycFile[] = ['idFront', 'idBack', 'handHeld', 'signature'];

const DOCUMENT_FILES: readonly KycFile[] = ['idFront', 'idBack'];

const isFile = (field: string): field is KycFile => (KYC_FILES as readonly string[]).includes(field);

/** One way of writing everything: composed letters, no space around. Blank fields are left out. */
export function tidied(form: Readonly<Record<string, string | undefined>>): KycForm {
  const entries = Object.entries(form).flatMap(([name, value]) => {
    const text = isFile(name) ? value : value?.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
    return text === undefined || text === '' ? [] : [[name, name === 'email' ? foldEmail(text) : text]];
  });
  return Object.fromEntries(entries);
}

/** What of an earlier form still counts: all but the refused parts. */
export function withoutParts(form: KycForm, parts: readonly KycPart[]): KycForm {
  const refused = new Set<string>(parts.flatMap((part) => FIELDS_OF_PART[part]));
  return Object.fromEntries(Object.entries(form).filter(([name]) => !refused.has(name)));
}

/** Parts that come from earlier and were not sent again. */
export const keptParts = (earlier: KycForm, sent: KycForm): KycPart[] =>
  PARTS.filter((part) => {
    const fields = FIELDS_OF_PART[part];
    return fields.some((field) => earlier[field] !== undefined) && fields.every((field) => sent[field] === undefined);
  });

export const filesOf = (form: KycForm): { readonly part: KycFile; readonly id: string }[] =>
  KYC_FILES.flatMap((part) => {
    const id = form[part];
    return id === undefined ? [] : [{ part, id }];
  });

export interface FormProblem {
  readonly code: number;
  readonly fields: readonly string[];
}

const AGE_MIN = 18;
const AGE_MAX = 120;

/**
 * The first thing wrong with a whole form, in the order of the catalogue; undefined when it can be
 * reviewed.
 */
export function formProblem(
  form: KycForm,
  context: {
    readonly level: KycLevel;
    readonly now: number;
    readonly refusedCountries: readonly string[];
    /** The basic check asks for pictures of the document. */
    readonly basicDocument: boolean;
  },
): FormProblem | undefined {
  const missing: string[] = REQUIRED_TEXTS[context.level].filter((field) => form[field] === undefined);
  if (form.phone === undefined && form.email === undefined) missing.push('phone', 'email');
  if (0 < missing.length) return { code: code.formIncomplete, fields: missing };
  if (form.email !== undefined && !isEmail(form.email)) return { code: code.emailWrong, fields: ['email'] };
  if (form.phone !== undefined && normalPhone(form.phone) !== form.phone)
    return { code: code.phoneWrong, fields: ['phone'] };
  if (context.level === 'full' || context.basicDocument) {
    const all = context.level === 'full' ? REQUIRED_FILES : DOCUMENT_FILES;
    const needed = all.filter((file) => file !== 'idBack' || form.documentType !== 'passport');
    const lacking = needed.filter((file) => form[file] === undefined);
    if (0 < lacking.length) return { code: code.imageRequired, fields: lacking };
  }
  const age = ageOf(form.birthdate ?? '', context.now);
  if (age !== undefined && age < AGE_MIN && 0 <= age) return { code: code.underage, fields: ['birthdate'] };
  const country = form.country ?? '';
  if (!COUNTRIES.includes(country) || context.refusedCountries.some((refused) => refused.toUpperCase() === country)) {
    return { code: code.countryNotServed, fields: ['country'] };
  }
  if (age === undefined || age < 0 || AGE_MAX < age) return { code: code.birthdateWrong, fields: ['birthdate'] };
  if (!isDocumentNumber(form)) return { code: code.documentNumberWrong, fields: ['documentNumber'] };
  return undefined;
}

/** Whole years in UTC; undefined for a day that there never was. */
export function ageOf(birthdate: string, now: number): number | undefined {
  const born = new Date(`${birthdate}T00:00:00Z`);
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birthdate) return undefined;
  const today = new Date(now);
  const years = today.getUTCFullYear() - born.getUTCFullYear();
  const birthdayIsToCome =
    today.getUTCMonth() < born.getUTCMonth() ||
    (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() < born.getUTCDate());
  return birthdayIsToCome ? years - 1 : years;
}

/** Capital letters and digits alone: how numbers are compared. */
export const documentKey = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '');

/** Passports have up to nine signs by ICAO 9303; others differ by country. All have a digit. */
const NUMBER_SHAPES: Readonly<Record<string, RegExp>> = {
  passport: /^[A-Z0-9]{5,9}$/,
  idCard: /^[\p{L}\p{N}]{4,20}$/u,
  driverLicense: /^[\p{L}\p{N}]{4,25}$/u,
};

function isDocumentNumber({ documentType = '', documentNumber = '', country }: KycForm): boolean {
  const key = documentKey(documentNumber);
  if (!NUMBER_SHAPES[documentType]?.test(key) || !/\p{N}/u.test(key) || /^(.)\1+$/u.test(key)) return false;
  if (documentType !== 'idCard') return true;
  if (country === 'CN') return isChineseNumber(key);
  if (country === 'ES') return isSpanishNumber(key);
  return true;
}

/** GB 11643: the last of eighteen signs is a check. */
function isChineseNumber(key: string): boolean {
  if (!/^\d{17}[\dX]$/.test(key)) return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(key[index]), 0);
  return '10X98765432'[sum % 11] === key[17];
}

/** DNI and NIE: the letter follows from the number. */
function isSpanishNumber(key: string): boolean {
  const parts = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(key);
  if (parts === null) return false;
  const [, first = '', digits = '', letter] = parts;
  const number = Number(`${first === '' ? '' : 'XYZ'.indexOf(first)}${digits}`);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === letter;
}

const EDGE = '…';
const start = (text: string | undefined): string => (text === undefined || text === '' ? '' : `${[...text][0]}${EDGE}`);

/** Enough to recognise, too little to use. */
export function masked(form: KycForm) {
  const contact = form.phone ?? form.email ?? '';
  const [local = '', domain = ''] = contact.split('@');
  return {
    name: [start(form.firstName), start(form.lastName)].filter((part) => part !== '').join(' '),
    birthYear: (form.birthdate ?? '').slice(0, 4),
    country: form.country ?? '',
    documentType: (form.documentType ?? 'passport') as 'idCard' | 'driverLicense' | 'passport',
    documentNumber: `${EDGE}${[...(form.documentNumber ?? '')].slice(-3).join('')}`,
    contact: form.phone === undefined ? `${start(local)}@${domain}` : `${EDGE}${contact.slice(-3)}`,
    files: filesOf(form).map(({ part }) => part),
  };
}
