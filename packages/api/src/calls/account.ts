import { Type } from 'typebox';
import { IMPORT_BYTES_MAX, IMPORTS_MAX, USER_ACCOUNT_KINDS } from '../constants.ts';
import { defineCall } from '../define-call.ts';
import {
  amount,
  asset,
  identifier,
  list,
  nothing,
  nullable,
  page,
  pageQuery,
  strict,
  timestamp,
  words,
} from '../schemas/common.ts';
import { factorCode } from '../schemas/security.ts';
import { password } from '../schemas/user.ts';

const left = strict({
  asset: asset(),
  kind: Type.Enum([...USER_ACCOUNT_KINDS], { description: 'available, or what it is set aside for.' }),
  amount: amount('On the real book.'),
});

const tableName = () =>
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$', maxLength: 63, description: 'Table of the other installation.' });

const historyImport = strict({
  id: identifier(),
  site: words('The installation that the file names; nobody here checked it.'),
  user: Type.Integer({ description: 'Number of the account there.' }),
  exportedAt: timestamp('When the file says it was written.'),
  importedAt: timestamp(),
  rows: Type.Integer({ minimum: 0, description: 'Rows of the file, parts of uploaded files included.' }),
  sha256: nullable(Type.String({ description: 'Digest of the file, which its last line says as well.' })),
  tables: list(strict({ table: tableName(), rows: Type.Integer({ minimum: 1 }) }), 200),
});

const importedRow = strict({
  line: Type.Integer({ minimum: 1, description: 'Place in the file.' }),
  fields: Type.Record(Type.String(), nullable(Type.String()), {
    description: 'Columns and what they hold, as text; amounts with all their digits.',
  }),
});

/** Leaving: closing an account, and taking along what is in it. */
export const accountCalls = {
  getClosing: defineCall({
    name: 'getClosing',
    method: 'GET',
    path: '/user/getClosing',
    auth: 'user',
    movesMoney: false,
    summary: 'What stands in the way of closing the account, and what would stay behind.',
    result: strict({
      left: list(left, 1_000),
      loans: Type.Integer({ minimum: 0, description: 'Open loans.' }),
      deposits: Type.Integer({ minimum: 0, description: 'Deposits that are not final.' }),
      isOpen: Type.Boolean({ description: 'Something must end first.' }),
    }),
    codes: [],
    served: true,
  }),
  closeAccount: defineCall({
    name: 'closeAccount',
    method: 'POST',
    path: '/user/closeAccount',
    auth: 'user',
    movesMoney: false,
    summary:
      'Closes the account: nobody logs in any more, and personal data goes as soon as it need not be kept. Until then only its owner opens it again (`login`). Every session ends.',
    body: strict({
      password: password('Login password.'),
      totp: Type.Optional(factorCode()),
      leave: Type.Boolean({
        description: 'What is available on the real book stays behind, in the name of its owner.',
      }),
    }),
    result: nothing(),
    codes: [
      'enterPassword',
      'passwordWrong',
      'totpRequired',
      'totpWrong',
      'codesLocked',
      'guestMustUpgrade',
      'passwordNotSet',
      'userStatusWrong',
      'accountNotEmpty',
    ],
    success: 'modified',
    served: true,
  }),
  exportAccount: defineCall({
    name: 'exportAccount',
    method: 'GET',
    path: '/user/exportAccount',
    auth: 'user',
    movesMoney: false,
    summary:
      'Everything about the caller as JSON Lines: a head, a line for each row of each table, a foot with number and digest. From a session of the last ten minutes.',
    result: Type.Array(strict({ table: Type.String(), row: Type.Unknown() })),
    file: ['application/jsonl'],
    codes: ['signInAgain', 'tooManyRequests'],
    served: true,
  }),
  importHistory: defineCall({
    name: 'importHistory',
    method: 'POST',
    path: '/user/importHistory',
    auth: 'user',
    movesMoney: false,
    multipart: true,
    fileBytesMax: IMPORT_BYTES_MAX,
    summary:
      'Takes in what `exportAccount` wrote on another installation, as history to read only beside the ledger: whole, unchanged and once, or not at all.',
    body: strict({
      file: Type.Unsafe<unknown>({
        type: 'string',
        format: 'binary',
        'x-missing': 'notAnExport',
        description: 'The export; at most 50 MB.',
      }),
    }),
    result: strict({ id: identifier() }),
    codes: [
      'payloadTooLarge',
      'unsupportedMedia',
      'malformedBody',
      'userStatusWrong',
      'guestMustUpgrade',
      'importedBefore',
      'notAnExport',
      'exportDamaged',
      'tooManyImports',
    ],
    served: true,
  }),
  listImports: defineCall({
    name: 'listImports',
    method: 'GET',
    path: '/user/listImport',
    auth: 'user',
    movesMoney: false,
    summary: 'The imported histories of the caller, newest first.',
    result: list(historyImport, 10 * IMPORTS_MAX),
    codes: [],
    served: true,
  }),
  listImportedRows: defineCall({
    name: 'listImportedRows',
    method: 'GET',
    path: '/user/listImportedRow',
    auth: 'user',
    movesMoney: false,
    summary: 'Rows of one table of an imported history, newest first. Nothing of it is in the ledger here.',
    query: strict({ import: identifier('Of the imported history.'), table: tableName(), ...pageQuery }),
    result: page(importedRow),
    codes: ['cursorInvalid'],
    served: true,
  }),
  removeImport: defineCall({
    name: 'removeImport',
    method: 'POST',
    path: '/user/removeImport',
    auth: 'user',
    movesMoney: false,
    summary: 'Removes an imported history, whole.',
    body: strict({ id: identifier('Of the imported history.') }),
    result: nothing(),
    codes: ['importNotFound'],
    success: 'modified',
    served: true,
  }),
};
