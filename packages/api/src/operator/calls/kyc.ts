import { Type } from 'typebox';
import { identifier, list, nullable, page, pageQuery, strict, text, timestamp, words } from '../../schemas/common.ts';
import { DOCUMENT_TYPES, FILE_ID_PATTERN, KYC_FILES, KYC_LEVELS, KYC_PARTS, KYC_REASONS } from '../../schemas/kyc.ts';
import { KYC_STATES } from '../../schemas/user.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { actionOutcome, operatorName, reason } from '../schemas.ts';

const refusal = strict({ part: Type.Enum([...KYC_PARTS]), reason: Type.Enum([...KYC_REASONS]) });
const refusals = () => list(refusal, KYC_PARTS.length);

/** What an identity provider found; it decides nothing unless the operator said so. */
const assessment = strict({
  provider: words('Name of the provider.'),
  outcome: Type.Enum(['verify', 'refuse']),
  reason: nullable(Type.Enum([...KYC_REASONS])),
  refused: refusals(),
  at: timestamp(),
});

const item = {
  id: identifier('Number of the case.'),
  userId: identifier('The person.'),
  level: Type.Enum([...KYC_LEVELS]),
  state: Type.Enum([...KYC_STATES].filter((state) => state !== 'none')),
  attempt: Type.Integer({ minimum: 1, description: 'How often this level was submitted.' }),
  submittedAt: timestamp(),
  reviewBy: timestamp('Review due.'),
  reviewedAt: nullable(timestamp()),
  reviewer: nullable(words('`operator 12`, or the name of a provider.')),
  reason: nullable(Type.Enum([...KYC_REASONS])),
  assessment: nullable(assessment),
};

const file = strict({
  part: Type.Enum([...KYC_FILES]),
  id: Type.String({ pattern: FILE_ID_PATTERN, maxLength: 64 }),
  ticket: words('Lets this operator see the file for five minutes: `/kyc/file/{id}?ticket=…`.'),
});

/** Identity checks as their reviewers see them. */
export const operatorKycCalls = {
  listKycQueue: defineOperatorCall({
    name: 'listKycQueue',
    method: 'GET',
    path: '/kyc',
    access: 'kyc.read',
    stepUp: false,
    command: false,
    summary: 'Identity checks: what waits first due first, decided ones newest first. Nothing personal.',
    query: strict({
      state: Type.Optional(
        Type.Enum(['pending', 'verified', 'notPassed', 'all'], { description: 'pending when left out.' }),
      ),
      level: Type.Optional(Type.Enum([...KYC_LEVELS])),
      userId: Type.Optional(identifier('Only of this person.')),
      ...pageQuery,
    }),
    result: page(strict(item)),
    codes: ['cursorInvalid'],
  }),
  getKycCase: defineOperatorCall({
    name: 'getKycCase',
    method: 'GET',
    path: '/kyc/{id}',
    access: 'documents.read',
    stepUp: false,
    command: false,
    summary: 'One identity check with everything submitted, decrypted. The person sees that it was looked at.',
    params: strict({ id: identifier('Number of the case.') }),
    result: strict({
      ...item,
      refused: refusals(),
      note: nullable(words('What the reviewer wrote to the person.')),
      /** Null once the retention period is over. */
      form: nullable(
        strict({
          firstName: words('First name.'),
          lastName: words('Last name.'),
          sex: words('Sex.'),
          birthdate: words('Date of birth.'),
          age: Type.Integer({ minimum: 0, description: 'Today.' }),
          country: words('Country.'),
          address: words('Address.'),
          phone: nullable(words('Phone.')),
          email: nullable(words('Email address.')),
          documentType: Type.Enum([...DOCUMENT_TYPES]),
          documentNumber: words('Document number.'),
          monthlyIncome: nullable(words('Monthly income.')),
          sourceOfWealth: nullable(words('Source of wealth.')),
          expectedInvestment: nullable(words('Expected investment.')),
        }),
      ),
      files: list(file, KYC_FILES.length),
      withdrawn: nullable(
        strict({ at: timestamp('When the verification was taken back.'), reason: Type.Enum([...KYC_REASONS]) }),
      ),
      /** Parts that were accepted earlier and not sent again. */
      kept: list(Type.Enum([...KYC_PARTS]), KYC_PARTS.length),
      sameDocument: list(identifier('Another person with the same document number.'), 20),
      earlier: list(
        strict({
          id: identifier(),
          level: Type.Enum([...KYC_LEVELS]),
          state: Type.Enum([...KYC_STATES].filter((state) => state !== 'none')),
          submittedAt: timestamp(),
          reason: nullable(Type.Enum([...KYC_REASONS])),
        }),
        50,
      ),
      views: list(strict({ operator: operatorName, subject: words('What.'), at: timestamp() }), 50),
    }),
    codes: ['nothingFound'],
  }),
  getKycFile: defineOperatorCall({
    name: 'getKycFile',
    method: 'GET',
    path: '/kyc/file/{id}',
    access: 'documents.read',
    stepUp: false,
    command: false,
    summary:
      'One image of a case, with the name of who looks and the time drawn all over it. Each view is logged, and the person sees it.',
    params: strict({ id: Type.String({ pattern: FILE_ID_PATTERN, maxLength: 64, description: 'File of a case.' }) }),
    query: strict({ ticket: text(200, 'From getKycCase; valid for five minutes.') }),
    result: Type.String({ description: 'The image.' }),
    file: ['image/jpeg'],
    codes: ['nothingFound', 'coreUnavailable'],
  }),
  reviewKyc: defineOperatorCall({
    name: 'reviewKyc',
    method: 'POST',
    path: '/kyc/{id}/review',
    access: 'kyc.review',
    stepUp: false,
    command: true,
    summary:
      'Verifies or refuses. A refusal names the reason, and the parts that have to be sent again: all of them when none is named.',
    params: strict({ id: identifier('Number of the case.') }),
    body: strict({
      decision: Type.Enum(['verify', 'refuse']),
      code: Type.Optional(Type.Enum([...KYC_REASONS], { description: 'Why it is refused; the person reads it.' })),
      refused: Type.Optional(refusals()),
      note: Type.Optional(text(500, 'For the person, in their language if you can. Kept sealed, not in the log.')),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['nothingFound', 'orderAlreadyFinal', 'fieldRequired', 'wrongFormat', 'countryNotServed'],
  }),
  withdrawVerification: defineOperatorCall({
    name: 'withdrawVerification',
    method: 'POST',
    path: '/kyc/{id}/withdraw',
    access: 'kyc.review',
    stepUp: true,
    command: true,
    summary:
      'Asks to take a verification back; a second person decides. The full check falls with the basic one. The person reads the reason.',
    params: strict({ id: identifier('Number of the case that verified.') }),
    body: strict({
      code: Type.Enum([...KYC_REASONS], { description: 'Why; the person reads it.' }),
      note: Type.Optional(text(500, 'For the person, in their language if you can. Kept sealed, not in the log.')),
      reason: reason(),
    }),
    result: actionOutcome,
    codes: ['nothingFound', 'orderAlreadyFinal', 'authenticationStatusWrong', 'fieldRequired', 'capacityReached'],
  }),
};
