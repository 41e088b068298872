import { Type } from 'typebox';
import { list, nullable, strict, text, timestamp, words } from './common.ts';
import { KYC_STATES } from './user.ts';

export const KYC_LEVELS = ['basic', 'full'] as const;

/** What a reviewer accepts or refuses on its own. */
export const KYC_PARTS = [
  'name',
  'sex',
  'birthdate',
  'country',
  'address',
  'contact',
  'document',
  'idFront',
  'idBack',
  'handHeld',
  'signature',
  'income',
  'proofOfAssets',
] as const;
export type KycPart = (typeof KYC_PARTS)[number];

/** Why a part or a whole submission is refused; each has a text in every language. */
export const KYC_REASONS = [
  'unreadable',
  'glare',
  'cropped',
  'expired',
  'mismatch',
  'wrongDocument',
  'notAccepted',
  'faceNotVisible',
  'signatureDiffers',
  'notGenuine',
  'incomplete',
  'alreadyUsed',
  'underage',
  'countryNotServed',
  'other',
] as const;
export type KycReason = (typeof KYC_REASONS)[number];

export const UPLOAD_PURPOSES = [
  'idFront',
  'idBack',
  'handHeld',
  'signature',
  'proofOfAssets',
  'depositProof',
  'support',
] as const;

/** Files of a full identity check; the last one is optional. */
export const KYC_FILES = ['idFront', 'idBack', 'handHeld', 'signature', 'proofOfAssets'] as const;
export type KycFile = (typeof KYC_FILES)[number];

export const FILE_ID_PATTERN = '^[A-Za-z0-9_-]{16,64}$';
export const fileId = (description = 'From /user/upload.') =>
  Type.String({ pattern: FILE_ID_PATTERN, maxLength: 64, description });

export const DOCUMENT_TYPES = ['idCard', 'driverLicense', 'passport'] as const;

export const basicIdentity = {
  firstName: text(64, 'First name.'),
  lastName: Type.Optional(text(64, 'Last name; left out by people who have one name.')),
  sex: Type.Enum(['female', 'male', 'other']),
  birthdate: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10, description: 'YYYY-MM-DD.' }),
  country: Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2, description: 'ISO 3166-1 alpha-2.' }),
  address: text(256, 'Address.'),
  phone: Type.Optional(
    Type.String({ pattern: '^\\+[1-9][0-9]{5,14}$', maxLength: 16, description: 'With country code.' }),
  ),
  email: Type.Optional(text(254, 'Email address.')),
  documentType: Type.Enum([...DOCUMENT_TYPES]),
  documentNumber: text(64, 'Document number.'),
};

/** The basic form; pictures of the document where the installation asks for them. */
export const basicSubmission = {
  ...basicIdentity,
  idFront: Type.Optional(fileId('From /user/upload, where the installation asks for it.')),
  idBack: Type.Optional(fileId('From /user/upload; not needed for a passport.')),
};

/** All of the basic form, each field where it is left out taken from what was accepted before. */
const basicAgain = {
  firstName: Type.Optional(basicIdentity.firstName),
  lastName: basicIdentity.lastName,
  sex: Type.Optional(basicIdentity.sex),
  birthdate: Type.Optional(basicIdentity.birthdate),
  country: Type.Optional(basicIdentity.country),
  address: Type.Optional(basicIdentity.address),
  phone: basicIdentity.phone,
  email: basicIdentity.email,
  documentType: Type.Optional(basicIdentity.documentType),
  documentNumber: Type.Optional(basicIdentity.documentNumber),
};

/** Left out where the caller's last submission has it and it was not refused. */
export const fullIdentity = {
  ...basicAgain,
  idFront: Type.Optional(fileId()),
  idBack: Type.Optional(fileId('From /user/upload; not needed for a passport.')),
  handHeld: Type.Optional(fileId()),
  signature: Type.Optional(fileId()),
  monthlyIncome: Type.Optional(text(64, 'Monthly income.')),
  sourceOfWealth: Type.Optional(text(256, 'Source of wealth.')),
  expectedInvestment: Type.Optional(text(64, 'Expected investment.')),
  proofOfAssets: Type.Optional(fileId()),
};

export const kycAnswer = strict({
  state: Type.Enum(['pending']),
  submittedAt: timestamp(),
  reviewBy: timestamp('When the review is due.'),
});

/** Drafts hold what was typed so far, however unfinished. */
const draftText = (maxLength: number) => Type.Optional(text(maxLength, 'As typed so far.', 0));
export const kycDraftForm = strict({
  firstName: draftText(64),
  lastName: draftText(64),
  sex: draftText(8),
  birthdate: draftText(10),
  country: draftText(2),
  address: draftText(256),
  phone: draftText(24),
  email: draftText(254),
  documentType: draftText(16),
  documentNumber: draftText(64),
  idFront: Type.Optional(fileId()),
  idBack: Type.Optional(fileId()),
  handHeld: Type.Optional(fileId()),
  signature: Type.Optional(fileId()),
  proofOfAssets: Type.Optional(fileId()),
  monthlyIncome: draftText(64),
  sourceOfWealth: draftText(256),
  expectedInvestment: draftText(64),
});

export const kycRefusal = strict({
  part: Type.Enum([...KYC_PARTS]),
  reason: Type.Enum([...KYC_REASONS]),
  text: words("The reason in the caller's language."),
});

const kycLevel = strict({
  state: Type.Enum([...KYC_STATES]),
  submittedAt: nullable(timestamp()),
  reviewBy: nullable(timestamp('When the review is due.')),
  reviewedAt: nullable(timestamp()),
  reason: nullable(Type.Enum([...KYC_REASONS], { description: 'Why it was not passed.' })),
  text: nullable(words("The reason in the caller's language.")),
  note: nullable(words('What the reviewer added, as written.')),
  refused: list(kycRefusal, KYC_PARTS.length),
  sharedWith: nullable(words('The outside provider that was given it to check.')),
  /** Masked: enough to recognise, too little to use. */
  submitted: nullable(
    strict({
      name: words('First letters.'),
      birthYear: words('Year of birth.'),
      country: words('Country.'),
      documentType: Type.Enum([...DOCUMENT_TYPES]),
      documentNumber: words('Its last characters.'),
      contact: words('Phone or email, shortened.'),
      files: list(Type.Enum([...KYC_FILES]), KYC_FILES.length),
    }),
  ),
  draft: nullable(strict({ form: kycDraftForm, savedAt: timestamp(), expiresAt: timestamp() })),
});

export const kycStatus = strict({ basic: kycLevel, full: kycLevel });
