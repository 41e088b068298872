import type { KycPart, KycReason } from '@glasshouse/api/schemas/kyc';

/** Parts to be sent again, each with its reason. */
export type Refusals = { readonly [Part in KycPart]?: KycReason };

const WRITTEN: readonly KycReason[] = ['mismatch', 'incomplete', 'notAccepted', 'other'];
const IMAGE: readonly KycReason[] = [
  'unreadable',
  'glare',
  'cropped',
  'expired',
  'wrongDocument',
  'mismatch',
  'notGenuine',
  'other',
];

/** What can be wrong with a part, the most frequent first. */
export const PART_REASONS: { readonly [Part in KycPart]: readonly KycReason[] } = {
  name: WRITTEN,
  sex: WRITTEN,
  birthdate: ['mismatch', 'underage', 'other'],
  country: ['mismatch', 'countryNotServed', 'other'],
  address: WRITTEN,
  contact: WRITTEN,
  document: ['mismatch', 'expired', 'alreadyUsed', 'notAccepted', 'other'],
  idFront: IMAGE,
  idBack: IMAGE,
  handHeld: ['faceNotVisible', 'unreadable', 'mismatch', 'glare', 'notGenuine', 'other'],
  signature: ['signatureDiffers', 'unreadable', 'other'],
  income: WRITTEN,
  proofOfAssets: ['unreadable', 'notAccepted', 'expired', 'notGenuine', 'other'],
};

/** Why a whole check can be refused. */
export const WHOLE_REASONS: readonly KycReason[] = [
  'mismatch',
  'unreadable',
  'notGenuine',
  'expired',
  'underage',
  'countryNotServed',
  'alreadyUsed',
  'incomplete',
  'notAccepted',
  'other',
];

/** Of the refused parts, each once and in their order; the first one is usually it. */
export const reasonsFor = (reasons: readonly KycReason[]): readonly KycReason[] => [
  ...new Set([...reasons, ...WHOLE_REASONS]),
];
