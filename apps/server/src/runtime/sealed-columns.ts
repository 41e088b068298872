import { FILE_KEY_PURPOSE, fileKeyContext } from '../files/envelope.ts';
import { LINK_CODE_PURPOSE, LINK_PURPOSE } from '../operator/links.ts';
import { DRAFT_PURPOSE, NOTE_PURPOSE, SECRET_PURPOSE, SUBMISSION_PURPOSE } from '../people/kyc/submissions.ts';
import { MAIL_PURPOSE } from '../platform/mail-seal.ts';
import type { SealedColumn } from '../platform/reseal.ts';

const totp = (kind: 'customer' | 'operator'): SealedColumn => ({
  table: `${kind}_totp`,
  column: 'secret',
  key: 'owner',
  purpose: 'totp',
  context: `'${kind} ' || owner`,
});

/**
 * Everything that the master key seals, with the context that each value is bound to. A column that
 * is missing here would be lost with the old key: a test compares the list with the database.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'files',
    column: 'sealed_key',
    key: 'id',
    purpose: FILE_KEY_PURPOSE,
    context: `'${fileKeyContext('')}' || id`,
  },
  {
    table: 'kyc_submissions',
    column: 'sealed',
    key: 'id',
    purpose: SUBMISSION_PURPOSE,
    context: "id || ' of ' || user_id",
  },
  {
    table: 'kyc_notes',
    column: 'sealed',
    key: 'digest',
    purpose: NOTE_PURPOSE,
    context: "digest || ' on ' || submission",
  },
  {
    table: 'kyc_drafts',
    column: 'sealed',
    key: "(user_id || ' ' || level)",
    purpose: DRAFT_PURPOSE,
    context: "level || ' of ' || user_id",
  },
  { table: 'mail_outbox', column: 'sealed', key: 'id', purpose: MAIL_PURPOSE, context: 'to_address' },
  { table: 'sealed_secrets', column: 'sealed', key: 'name', purpose: SECRET_PURPOSE, context: 'name' },
  { table: 'private_details', column: 'sealed', key: 'digest', purpose: 'private details', context: 'digest' },
  { table: 'user_notes', column: 'sealed', key: 'command_id', purpose: 'note', context: 'command_id' },
  {
    table: 'operator_links',
    column: 'sealed',
    key: 'id',
    purpose: LINK_PURPOSE,
    context: "encode(token_hash, 'hex')",
  },
  {
    table: 'operator_links',
    column: 'code_sealed',
    key: 'id',
    purpose: LINK_CODE_PURPOSE,
    context: "'request ' || request",
  },
  totp('customer'),
  totp('operator'),
];
