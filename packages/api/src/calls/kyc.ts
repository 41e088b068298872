import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { nothing, strict } from '../schemas/common.ts';
import {
  basicSubmission,
  fileId,
  fullIdentity,
  KYC_LEVELS,
  kycAnswer,
  kycDraftForm,
  kycStatus,
  UPLOAD_PURPOSES,
} from '../schemas/kyc.ts';
import { kycLimits } from '../schemas/kyc-limits.ts';

const submitCodes = [
  'userStatusWrong',
  'guestMustUpgrade',
  'authenticationStatusWrong',
  'formIncomplete',
  'emailWrong',
  'phoneWrong',
  'birthdateWrong',
  'underage',
  'countryNotServed',
  'documentNumberWrong',
  'coreUnavailable',
  'outcomeUnknown',
] as const;

/** Identity checks, and the files that they need. */
export const kycCalls = {
  uploadFile: defineCall({
    name: 'uploadFile',
    method: 'POST',
    path: '/user/upload',
    auth: 'user',
    movesMoney: false,
    multipart: true,
    summary:
      'Uploads one image: JPG, JPEG 2000 or PNG, detected by content and re-encoded without metadata. Send `purpose` before `file`; a file that nothing refers to is deleted after a day.',
    body: strict({
      purpose: Type.Enum([...UPLOAD_PURPOSES]),
      file: Type.Unsafe<unknown>({
        type: 'string',
        format: 'binary',
        'x-missing': 'imageRequired',
        description: 'The image; at most 2 MB, proof of assets 50 MB.',
      }),
    }),
    result: strict({ fileId: fileId() }),
    codes: [
      'payloadTooLarge',
      'unsupportedMedia',
      'malformedBody',
      'userStatusWrong',
      'guestMustUpgrade',
      'imageRequired',
      'imageFormatWrong',
      'imageTooLarge',
      'tooManyFiles',
      'uploadFailed',
    ],
    served: true,
  }),
  submitBasicKyc: defineCall({
    name: 'submitBasicKyc',
    method: 'POST',
    path: '/user/identification',
    auth: 'user',
    movesMoney: false,
    summary:
      'Basic identity check. Phone or email is needed, and pictures of the document where getIdentityLimits says so.',
    body: strict(basicSubmission),
    result: kycAnswer,
    codes: [...submitCodes, 'imageRequired', 'fileNotFound'],
    success: 'submittedForReview',
    served: true,
  }),
  submitFullKyc: defineCall({
    name: 'submitFullKyc',
    method: 'POST',
    path: '/user/newIdentification',
    auth: 'user',
    movesMoney: false,
    summary:
      'Full identity check, after the basic one. What was accepted before may be left out: after a refusal only what was refused has to be sent again.',
    body: strict(fullIdentity),
    result: kycAnswer,
    codes: [...submitCodes, 'basicKycFirst', 'imageRequired', 'fileNotFound'],
    success: 'submittedForReview',
    served: true,
  }),
  getKyc: defineCall({
    name: 'getKyc',
    method: 'GET',
    path: '/user/kyc',
    auth: 'user',
    movesMoney: false,
    summary: "The caller's identity checks: states, what was submitted (masked), what was refused and why, drafts.",
    result: kycStatus,
    codes: [],
    served: true,
  }),
  getIdentityLimits: defineCall({
    name: 'getIdentityLimits',
    method: 'GET',
    path: '/user/identityLimits',
    auth: 'user',
    movesMoney: false,
    summary:
      'What each level of identity allows on the real book, per 24 hours, per 30 days and in all, what is used of it, and credits that are held above a limit. Amounts in USDT.',
    result: kycLimits,
    codes: [],
    served: true,
  }),
  saveKycDraft: defineCall({
    name: 'saveKycDraft',
    method: 'POST',
    path: '/user/saveKycDraft',
    auth: 'user',
    movesMoney: false,
    summary: 'Keeps an unfinished form for 30 days, sealed; its files are kept as long. Replaces the last draft.',
    body: strict({ level: Type.Enum([...KYC_LEVELS]), form: kycDraftForm }),
    result: nothing(),
    codes: ['guestMustUpgrade', 'fileNotFound'],
    served: true,
  }),
};
