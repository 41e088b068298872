/** What a form asks for, what it refuses, and what it sends, keeps and restores. */
import { expect, test } from 'vitest';
import {
  BASIC_PARTS,
  bodyOf,
  draftOf,
  EMPTY,
  type Field,
  fieldProblem,
  type KycStatus,
  type KycValues,
  type LevelStatus,
  latestBirthdate,
  neededFields,
  type Part,
  partsToSend,
  shownParts,
  valuesOf,
  wholePhone,
} from './kyc-values.ts';

const TODAY = '2026-11-23';
const ANNA: KycValues = {
  ...EMPTY,
  firstName: ' Anna ',
  lastName: 'Lindqvist',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'SE',
  address: 'Storgatan 1, Uppsala',
  callingCode: '46',
  phone: '070 123 45 67',
  documentNumber: 'AB 123-456',
};

const level = (state: LevelStatus['state'], refused: readonly Part[] = []): LevelStatus => ({
  state,
  submittedAt: null,
  reviewBy: null,
  reviewedAt: null,
  reason: null,
  text: null,
  note: null,
  sharedWith: null,
  refused: refused.map((part) => ({ part, reason: 'unreadable', text: '' })),
  submitted: null,
  draft: null,
});
const status = (basic: LevelStatus, full: LevelStatus): KycStatus => ({ basic, full });

test('the first time a level asks for all of its parts', () => {
  expect(partsToSend('basic', status(level('none'), level('none')))).toEqual(BASIC_PARTS);
  expect(partsToSend('full', status(level('verified'), level('none')))).toContain('signature');
});

test('after a refusal the full check asks for exactly what was refused, also of the basic one', () => {
  const refused = status(level('verified'), level('notPassed', ['idBack', 'address']));
  expect(partsToSend('full', refused)).toEqual(['address', 'idBack']);
  expect(neededFields(['address', 'idBack'], ANNA)).toEqual(['address', 'idBack']);
});

test('a passport has no back, and only the chosen contact is needed', () => {
  const passport = { ...ANNA, documentType: 'passport' };
  expect(shownParts(['idFront', 'idBack'], passport)).toEqual(['idFront']);
  expect(neededFields(['idFront', 'idBack'], passport)).toEqual(['idFront']);
  expect(neededFields(['contact'], ANNA)).toEqual(['contact', 'callingCode', 'phone']);
  expect(neededFields(['contact'], { ...ANNA, contact: 'email' })).toEqual(['contact', 'email']);
});

test.each([
  ['firstName', '', 'empty'],
  ['firstName', '  ', 'empty'],
  ['birthdate', '2026-11-24', 'birthdate'],
  ['birthdate', '1890-01-01', 'birthdate'],
  ['birthdate', 'yesterday', 'birthdate'],
  ['birthdate', '2001-02-29', 'birthdate'],
  ['birthdate', '2008-11-24', 'underage'],
  ['birthdate', '2008-11-23', undefined],
  ['phone', '12', 'phone'],
  ['phone', '070-123 45 67', undefined],
  ['phone', '+46 70 123 45 67', undefined],
  ['lastName', '', undefined],
  ['email', 'anna@', 'email'],
  ['email', 'anna@example.com', undefined],
  ['documentNumber', 'A', 'document'],
  ['documentNumber', 'A<script>', 'document'],
  ['documentNumber', 'P-12.34/5', undefined],
  ['proofOfAssets', '', undefined],
] as const)('%s "%s": %s', (field: Field, value, problem) => {
  expect(fieldProblem(field, { ...ANNA, [field]: value }, TODAY)).toBe(problem);
});

test('on 29 February the eighteenth birthday is the day before March', () => {
  expect(latestBirthdate('2028-02-29')).toBe('2010-02-28');
  expect(latestBirthdate(TODAY)).toBe('2008-11-23');
});

test('a submission is trimmed, has one contact, and no fields of the form alone', () => {
  expect(bodyOf(BASIC_PARTS, ANNA)).toEqual({
    firstName: 'Anna',
    lastName: 'Lindqvist',
    sex: 'female',
    birthdate: '1990-05-17',
    country: 'SE',
    address: 'Storgatan 1, Uppsala',
    phone: '+46701234567',
    documentType: 'idCard',
    documentNumber: 'AB 123-456',
  });
});

test('the zero of a number at home goes, except in Italy', () => {
  expect(bodyOf(['contact'], { ...ANNA, callingCode: '39', phone: '06 1234 5678' })).toEqual({
    phone: '+390612345678',
  });
});

test('what is optional is sent only if it is there', () => {
  expect(bodyOf(['proofOfAssets'], ANNA)).toEqual({});
  expect(bodyOf(['proofOfAssets'], { ...ANNA, proofOfAssets: 'file-1' })).toEqual({ proofOfAssets: 'file-1' });
});

test('the address of the account is no choice of email as the contact', () => {
  const start = { ...EMPTY, email: 'anna@example.com' };
  expect(valuesOf(draftOf(BASIC_PARTS, { ...start, firstName: 'Anna' }), start).contact).toBe('phone');
});

test('a draft gives back what was typed, however unfinished', () => {
  for (const values of [ANNA, { ...ANNA, phone: '' }, { ...EMPTY, contact: 'email', email: 'anna@' }]) {
    expect(valuesOf(draftOf(BASIC_PARTS, values), EMPTY)).toEqual(values);
  }
  expect(valuesOf(undefined, EMPTY)).toEqual(EMPTY);
});

test.each([
  ['46', '070 123 45 67', '+46701234567'],
  ['46', '+46 70 123 45 67', '+46701234567'],
  ['49', '+49 170 1234567', '+491701234567'],
  ['49', '0049 170 1234567', '+491701234567'],
  ['49', '０１７０ １２３４５６７', '+491701234567'],
  ['225', '07 12 34 56 78', '+2250712345678'],
  ['39', '06 1234 5678', '+390612345678'],
])('with the code +%s, %s is %s', (callingCode, phone, whole) => {
  expect(wholePhone({ ...ANNA, callingCode, phone })).toBe(whole);
});
