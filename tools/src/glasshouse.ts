/** The operator's command line: `npm run glasshouse -- <command>`. */
import { resolve } from 'node:path';
import { readConfig } from '@glasshouse/server/config';
import { verifyDatabase } from '@glasshouse/server/kernel/verify';
import { backup } from '@glasshouse/server/platform/backup';
import { migrate } from '@glasshouse/server/platform/migrate';
import { openDatabaseForCommand } from '@glasshouse/server/platform/open-database';
import { createPool } from '@glasshouse/server/platform/postgres';
import { restore } from '@glasshouse/server/platform/restore';
import { PositionCheck } from '@glasshouse/server/products/contracts/verify-positions';
import { ConversionCheck } from '@glasshouse/server/products/convert/verify-conversions';
import { SettlementCheck } from '@glasshouse/server/products/options/verify-settlements';
import { FillCheck } from '@glasshouse/server/products/spot/verify-fills';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { verifyTape } from '@glasshouse/server/transparency/verify-tape';
import { readOutbox } from './outbox.ts';
import { type Checked, verifyReceiptFile } from './verify-receipt.ts';

interface Command {
  readonly usage: string;
  readonly help: string;
  /** The lines to print; `ok: false` makes the exit code 1. */
  readonly run: (url: string, argument: string) => Promise<Checked>;
}

/** Commands that need no installation, only a file. */
const OFFLINE: { readonly [name: string]: Omit<Command, 'run'> & { run(args: readonly string[]): Checked } } = {
  'verify-receipt': {
    usage: 'verify-receipt <file>',
    help: 'verifies the receipts in a file saved from an order page, without a database; --key <hex> sets the trusted key',
    run: verifyReceiptFile,
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
  verify: {
    usage: 'verify',
    help: 'rederives every balance, posting and row from the command log, verifies the signed tape, checks every option, contract, spot order and conversion against it, and reports every difference',
    run: async (url) => {
      const pool = createPool(url, { max: 2, name: 'glasshouse verify' });
      try {
        const { findings, entries, postings, accounts } = await verifyDatabase(pool, MODULES);
        const settlements = new SettlementCheck();
        const orders = await settlements.load(pool);
        const conversions = new ConversionCheck();
        const converted = await conversions.load(pool);
        const positions = new PositionCheck();
        const contracts = await positions.load(pool);
        const fills = new FillCheck();
        const spotOrders = await fills.load(pool);
        const tape = await verifyTape(pool, (minuteAt, ticks) => {
          positions.ticks(minuteAt, ticks);
          settlements.ticks(minuteAt, ticks);
          conversions.ticks(minuteAt, ticks);
          fills.ticks(minuteAt, ticks);
        });
        const found = [
          ...findings,
          ...tape.faults,
          ...settlements.finish(),
          ...conversions.finish(),
          ...positions.finish(),
          ...fills.finish(),
        ];
        const core = `${entries} commands, ${postings} postings and ${accounts} accounts`;
        const trades = `${orders} options, ${contracts} contracts, ${spotOrders} spot orders and ${converted} conversions`;
        const checked = `${core}, ${tape.minutes} minutes with ${tape.ticks} ticks, ${trades} checked`;
        const result = found.length === 0 ? 'no difference' : `${found.length} differences`;
        return { ok: found.length === 0, lines: [...found, `${checked}: ${result}`] };
      } finally {
        await pool.end();
      }
    },
  },
  outbox: {
    usage: 'outbox [address]',
    help: 'shows the latest mail including codes, for installations without SMTP_URL',
    run: async (url, address) => {
      const pool = createPool(url, { max: 1, name: 'glasshouse outbox' });
      try {
        return { ok: true, lines: await readOutbox(pool, address) };
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
process.exitCode = offline === undefined ? await main(name, args[0] ?? '') : print(offline.run(args));

async function main(commandName: string, commandArgument: string): Promise<number> {
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
    return print(await command.run(opened.database.url, commandArgument));
  } catch (error) {
    console.error(explain(error));
    return 1;
  } finally {
    await opened.database.close();
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
