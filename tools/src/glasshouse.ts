/** The operator's command line: `npm run glasshouse -- <command>`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnchorStatement } from '@glasshouse/rules/proofs/anchor';
import { formatVerifierKey, SIGNATURE_TYPES, verifierKey } from '@glasshouse/rules/tlog/note';
import { type Config, readConfig } from '@glasshouse/server/config';
import { editionLines } from '@glasshouse/server/figures/editions';
import { LogArchive } from '@glasshouse/server/kernel/log/log-archive';
import { verifyDatabase } from '@glasshouse/server/kernel/verify/verify';
import { openTapeKey } from '@glasshouse/server/market-data/tape/keys';
import { verifyAddresses } from '@glasshouse/server/money/deposits/verify-addresses';
import { verifySubmissions } from '@glasshouse/server/people/kyc/verify-submissions';
import { backup } from '@glasshouse/server/platform/backup';
import { damageLines, isDamage } from '@glasshouse/server/platform/damaged-pages';
import { findMasterKey, openMasterKey } from '@glasshouse/server/platform/master-key';
import { migrate } from '@glasshouse/server/platform/migrate';
import { openDatabaseForCommand } from '@glasshouse/server/platform/open-database';
import { createPool } from '@glasshouse/server/platform/postgres';
import { restore } from '@glasshouse/server/platform/restore';
import { verifyAgreements } from '@glasshouse/server/products/loans/verify-agreements';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { rotateMasterKey } from '@glasshouse/server/runtime/rotate-master-key';
import { verifyOutside } from '@glasshouse/server/runtime/verify-outside';
import { originOf, TREE_LOGS } from '@glasshouse/server/transparency/tree/tree-keeper';
import {
  checkStatements,
  compareStatements,
  readStatements,
  strangeKeys,
  strangeUsers,
} from '@glasshouse/server/transparency/verify-anchors';
import { verifyTrades } from '@glasshouse/server/transparency/verify-trades';
import { acceptRestored } from './accept-restored.ts';
import { archiveCommand } from './archive.ts';
import { followLogCommand } from './follow-log.ts';
import { importHistoryFile } from './import-history.ts';
import { operatorCommand } from './operator.ts';
import { readOutbox } from './outbox.ts';
import { type Checked, verifyReceiptFile } from './verify-receipt.ts';
import { witnessCommand } from './witness.ts';

interface Command {
  readonly usage: string;
  readonly help: string;
  /** The lines to print; `ok: false` makes the exit code 1. */
  readonly run: (url: string, argument: string, more: More) => Promise<Checked>;
}

interface More {
  readonly args: readonly string[];
  readonly config: Config;
}

/** Commands that need no installation, only a file or the address of one. */
const OFFLINE: {
  readonly [name: string]: Omit<Command, 'run'> & { run(args: readonly string[]): Checked | Promise<Checked> };
} = {
  'verify-receipt': {
    usage: 'verify-receipt <file>',
    help: 'verifies the receipts in a file saved from an order page, without a database; --key <hex> sets the trusted key',
    run: verifyReceiptFile,
  },
  'compare-anchors': {
    usage: 'compare-anchors <file>…',
    help: 'compares anchors, receipts and answers that several people kept: two histories are told',
    run: compareAnchors,
  },
  'follow-log': {
    usage: 'follow-log <address> --state <file> [--key hex]…',
    help: 'compares the newest head of a transparency log (https://<host>/tlog/log or /tlog/tape) with the one that the last run kept in the file; a log that was cut off or written anew makes the exit code 1',
    run: followLogCommand,
  },
  witness: {
    usage: 'witness --name <host/path> --data <folder> --log <vkey>… [--port 4800] [--host 127.0.0.1]',
    help: 'signs the heads of transparency logs for others, one history of each (C2SP tlog-witness): the newest is kept in the folder, and a head that does not go on from it is refused',
    run: witnessCommand,
  },
};

const COMMANDS: { readonly [name: string]: Command } = {
  backup: {
    usage: 'backup <file>',
    help: 'writes the whole database into one file; the server may keep running',
    run: async (url, file) => {
      const result = await backup(url, resolve(file));
      if (!result.ok) return { ok: false, lines: [result.problem] };
      const size = `${(result.bytes / 1024 / 1024).toFixed(1)} MiB`;
      return { ok: true, lines: [...result.tables.map(countLine), `${resolve(file)}: ${size}`] };
    },
  },
  restore: {
    usage: 'restore <file>',
    help: 'restores a backup into an empty database (a new DATA_DIR or DATABASE_URL)',
    run: async (url, file) => {
      const result = await restore(url, resolve(file));
      if (!result.ok) return { ok: false, lines: [result.problem] };
      return { ok: true, lines: [...result.tables.map(countLine), `restored the state of ${result.createdAt}`] };
    },
  },
  'accept-restored': {
    usage: 'accept-restored',
    help: 'after a failover or restore that lost acknowledged commands: shows how many; with --reason "<why>" the next start goes on without them and logs it',
    run: async (url, _argument, { args, config }) => {
      const pool = createPool(url, { max: 1, name: 'glasshouse accept-restored' });
      try {
        return await acceptRestored(pool, { dataDir: config.dataDir, args, now: Date.now() });
      } finally {
        await pool.end();
      }
    },
  },
  'log-keys': {
    usage: 'log-keys',
    help: 'prints the verifier keys of the transparency logs, which witnesses and monitors need',
    run: async (_url, _argument, { config }) => {
      const { publicKey } = openTapeKey(config.dataDir);
      const lines = TREE_LOGS.map((log) =>
        formatVerifierKey(
          verifierKey(originOf(config.publicUrl, log), SIGNATURE_TYPES.ed25519, Uint8Array.from(publicKey)),
        ),
      );
      return { ok: true, lines };
    },
  },
  verify: {
    usage: 'verify [--from latest|entry] [--archive folder] [--xpub key]… [--anchors file]… [--key hex]…',
    help: 'rederives every balance, posting and row from the command log, verifies the signed tape, checks every option, contract, spot order and conversion against it, derives every deposit address again, compares what was submitted and signed, and what lets people in, with its digests, derives sums again, follows the chain of anchors, and reports every difference; --xpub names an extended public key that was in the settings before; --anchors compares what anybody kept with the database; --key names the only keys that may have signed the tape and the states; --from begins with the state that was signed after an entry; --archive names the folder of archived entries',
    run: async (url, _argument, { args, config }) => {
      const parsed = verifyOptions(args);
      if (!parsed.ok) return { ok: false, lines: [parsed.problem] };
      const { former, statements, keys } = parsed;
      const pool = createPool(url, { max: 2, name: 'glasshouse verify' });
      try {
        const archive = parsed.archive === undefined ? undefined : await LogArchive.open(resolve(parsed.archive));
        const core = await verifyDatabase(pool, MODULES, { from: parsed.from, archive, keys });
        const { tape, listed: gone, checked: trades, findings } = await verifyTrades(pool, { now: Date.now() });
        const master = findMasterKey(config.dataDir, config.masterKey);
        const submissions = await verifySubmissions(pool, master);
        const addresses = await verifyAddresses(pool, { settings: config.chains.keys, former });
        const agreements = await verifyAgreements(pool);
        const anchorCheck = await checkStatements(pool, statements, archive);
        const outside = await verifyOutside(pool, { dataDir: config.dataDir, now: Date.now(), files: config.files });
        const found = [
          ...parsed.problems,
          ...anchorCheck.findings,
          ...outside.findings,
          ...(keys === undefined ? [] : await strangeKeys(pool, keys)),
          ...submissions.findings,
          ...addresses.findings,
          ...agreements.findings,
          ...core.findings,
          ...findings,
        ];
        const states = `${core.checkpoints} signed states`;
        const replayed = `${core.entries} commands, ${core.postings} postings, ${core.accounts} accounts and ${states}`;
        const { options, contracts, spotOrders, conversions } = trades;
        const traded = `${options} options, ${contracts} contracts, ${spotOrders} spot orders and ${conversions} conversions`;
        const checked = `${replayed}, ${tape.minutes} minutes with ${tape.ticks} ticks, ${traded}, ${addresses.checked} deposit addresses, ${agreements.checked} loan agreements, ${outside.checked} checked`;
        const listed = [
          ...[...core.notes, ...anchorCheck.notes, ...outside.notes].map((note) => `note: ${note}`),
          ...[...(await editionLines(pool)), ...(await strangeUsers(pool)), ...gone].map((line) => `listed: ${line}`),
        ];
        const result = found.length === 0 ? 'no difference' : `${found.length} differences`;
        return { ok: found.length === 0, lines: [...found, ...addresses.notes, ...listed, `${checked}: ${result}`] };
      } catch (error) {
        if (!(error instanceof Error && isDamage(error))) throw error;
        return { ok: false, lines: await damageLines(pool, error) };
      } finally {
        await pool.end();
      }
    },
  },
  'import-history': {
    usage: 'import-history <file> --user <number>',
    help: 'takes an account’s export of another installation as history of an account here: checked as a whole, to read only, never part of the ledger',
    run: async (url, file, { args }) => {
      const pool = createPool(url, { max: 1, name: 'glasshouse import-history' });
      try {
        return await importHistoryFile(pool, { file: resolve(file), args, now: Date.now() });
      } finally {
        await pool.end();
      }
    },
  },
  rules: {
    usage: 'rules',
    help: 'lists by which version of the rules and by which figures the log was decided, from when on',
    run: async (url) => {
      const pool = createPool(url, { max: 1, name: 'glasshouse rules' });
      try {
        const lines = await editionLines(pool);
        return {
          ok: true,
          lines: 0 < lines.length ? lines : ['the log says nothing yet: a start of this release does'],
        };
      } finally {
        await pool.end();
      }
    },
  },
  archive: {
    usage: 'archive --before <entry> --to <folder>',
    help: 'moves the log before an entry into files, as far as the newest state that was signed before it; the server may keep running',
    run: async (url, _argument, { args }) => {
      const pool = createPool(url, { max: 2, name: 'glasshouse archive' });
      try {
        return await archiveCommand(pool, args, Date.now());
      } finally {
        await pool.end();
      }
    },
  },
  'rotate-master-key': {
    usage: 'rotate-master-key [resume|drop-old]',
    help: 'adds a master key and seals everything under it; the server may keep running (drop-old: it may not)',
    run: async (url, action, { config }) => {
      const pool = createPool(url, { max: 2, name: 'glasshouse rotate-master-key' });
      try {
        return await rotateMasterKey(pool, { dataDir: config.dataDir, fromEnvironment: config.masterKey, action });
      } finally {
        await pool.end();
      }
    },
  },
  outbox: {
    usage: 'outbox [address]',
    help: 'shows the latest mail including codes, for installations without SMTP_URL',
    run: async (url, address, { config }) => {
      const pool = createPool(url, { max: 1, name: 'glasshouse outbox' });
      try {
        return { ok: true, lines: await readOutbox(pool, findMasterKey(config.dataDir, config.masterKey), address) };
      } finally {
        await pool.end();
      }
    },
  },
  operator: {
    usage: 'operator <add|recover|list> [name] [--role <role>]',
    help: 'prints a one-time link for a new operator (owner unless --role says otherwise) or for one who lost their factors; lists operators',
    run: async (url, action, { args, config }) => {
      const pool = createPool(url, { max: 1, name: 'glasshouse operator' });
      try {
        return await operatorCommand(pool, {
          action,
          args: args.slice(1),
          site: config.publicUrl,
          now: Date.now(),
          master: openMasterKey(config.dataDir, config.masterKey),
        });
      } finally {
        await pool.end();
      }
    },
  },
  migrate: {
    usage: 'migrate',
    help: 'migrates the database to this release without starting the server',
    run: async (url) => {
      const result = await migrate(url);
      if (!result.ok) return { ok: false, lines: [result.problem] };
      return {
        ok: true,
        lines: result.applied.length === 0 ? ['nothing to do'] : result.applied.map((name) => `applied ${name}`),
      };
    },
  },
};

const [name = '', ...args] = process.argv.slice(2);
const offline = Object.hasOwn(OFFLINE, name) ? OFFLINE[name] : undefined;
process.exitCode = offline === undefined ? await main(name, args) : print(await offline.run(args));

async function main(commandName: string, commandArguments: readonly string[]): Promise<number> {
  const [commandArgument = ''] = commandArguments;
  const command = Object.hasOwn(COMMANDS, commandName) ? COMMANDS[commandName] : undefined;
  if (command === undefined || (command.usage.includes('<') && commandArgument === '')) {
    console.error(
      ['npm run glasshouse -- <command>', ...Object.values({ ...COMMANDS, ...OFFLINE }).map(helpLine)].join('\n'),
    );
    return 2;
  }
  const configured = readConfig(process.env);
  if (!configured.ok) {
    for (const problem of configured.problems) console.error(problem);
    return 2;
  }
  const opened = await openDatabaseForCommand(configured.config);
  if (!opened.ok) {
    console.error(opened.problem);
    return 1;
  }
  try {
    console.log(opened.database.description);
    return print(
      await command.run(opened.database.url, commandArgument, { args: commandArguments, config: configured.config }),
    );
  } catch (error) {
    console.error(explain(error));
    return 1;
  } finally {
    await opened.database.close();
  }
}

type VerifyOptions =
  | {
      ok: true;
      former: readonly string[];
      statements: AnchorStatement[];
      keys: readonly string[] | undefined;
      from: number | 'latest' | undefined;
      archive: string | undefined;
      problems: string[];
    }
  | { ok: false; problem: string };

function verifyOptions(args: readonly string[]): VerifyOptions {
  const many = { type: 'string', multiple: true } as const;
  try {
    const stringOption = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { xpub: many, anchors: many, key: many, from: stringOption, archive: stringOption },
    });
    if (values.from !== undefined && values.from !== 'latest' && !/^\d{1,15}$/.test(values.from)) {
      return { ok: false, problem: 'Say --from latest, or the number of an entry that listCheckpoints names.' };
    }
    const keys = values.key?.map((key) => key.toLowerCase());
    if (keys?.some((key) => !/^[0-9a-f]{64}$/.test(key)) === true) {
      return { ok: false, problem: 'A key is 32 bytes in hexadecimal: 64 digits, as returned by listPublicKeys.' };
    }
    const files = (values.anchors ?? []).map((file) => readStatements(readFileSync(file, 'utf8'), file));
    return {
      ok: true,
      former: values.xpub ?? [],
      statements: files.flatMap(({ statements }) => statements),
      keys,
      from: values.from === undefined || values.from === 'latest' ? values.from : Number(values.from),
      archive: values.archive,
      problems: files.flatMap(({ problems }) => problems),
    };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
}

/** Files of several people, compared with each other alone. */
function compareAnchors(files: readonly string[]): Checked {
  if (files.length === 0) return { ok: false, lines: ['Name the files: compare-anchors <file>…'] };
  try {
    const read = files.map((file) => readStatements(readFileSync(file, 'utf8'), file));
    const found = [
      ...read.flatMap(({ problems }) => problems),
      ...compareStatements(read.flatMap(({ statements }) => statements)),
    ];
    const count = read.reduce((sum, { statements }) => sum + statements.length, 0);
    const summary = `${count} places compared: ${found.length === 0 ? 'one history' : `${found.length} contradictions`}`;
    return { ok: found.length === 0, lines: [...found, summary] };
  } catch (error) {
    return { ok: false, lines: [(error as Error).message] };
  }
}

function print({ ok, lines }: Checked): number {
  for (const line of lines) (ok ? console.log : console.error)(line);
  return ok ? 0 : 1;
}

function countLine(table: { readonly name: string; readonly rows: string }): string {
  return `${table.rows.padStart(12)} ${table.name}`;
}

function helpLine({ usage, help }: Omit<Command, 'run'>): string {
  return `  ${usage.padEnd(21)} ${help}`;
}

/** Node reports a refused connection as an AggregateError with an empty message. */
function explain(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('\n');
  if ((error as { code?: string }).code === '42P01')
    return 'The database has no tables yet: start Glasshouse once, or run the command "migrate".';
  return String(error);
}
