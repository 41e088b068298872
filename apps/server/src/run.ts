import { resolve } from 'node:path';
import { describeChains } from './chains/settings.ts';
import { type Config, readConfig } from './config.ts';
import { databaseRulesProblem } from './kernel/core/rules.ts';
import { describeFeeds } from './market-data/feeds/settings.ts';
import { databaseProfileProblem } from './market-data/provenance/slice.ts';
import { networksProblem } from './operator/allowed-networks.ts';
import { errorLine } from './platform/error-sentence.ts';
import { lastWords } from './platform/last-words.ts';
import { createLog } from './platform/log.ts';
import { MIGRATIONS_FOLDER, migrate } from './platform/migrate.ts';
import { heldProblem, openDatabaseForServer } from './platform/open-database.ts';
import { portProblem } from './platform/port-problem.ts';
import type { Client } from './platform/postgres.ts';
import { stopSignals } from './platform/stop-signals.ts';
import { consoleFolderOf, logosFolderOf, paintProgramOf, type Server, serve, webFolderOf } from './runtime/serve.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Exit status for invalid settings, so that a supervisor does not retry. */
const EXIT_CONFIG = 78;
const STOP_TIMEOUT_MS = 20_000;
const NOT_UPGRADED = 'the database could not be brought up to date';
const NOT_FITTING = 'the settings do not fit the database';

/** Starts everything, prints where it is, and stops on a signal. */
export async function run(): Promise<void> {
  const startedAt = performance.now();
  const read = readConfig(process.env);
  if (!read.ok) {
    for (const problem of read.problems) process.stderr.write(`${problem}\n`);
    process.exit(EXIT_CONFIG);
  }
  const { config } = read;
  const log = createLog({ level: config.logLevel, name: 'main' });
  const words = lastWords(log);

  let server: Server | undefined;
  let stopping = false;
  const stop = async (status: number, reason: string): Promise<void> => {
    words.because(reason);
    if (stopping) return;
    stopping = true;
    // Nothing that hangs may keep the process alive: everything acknowledged is durable already.
    setTimeout(() => {
      log.error({ seconds: STOP_TIMEOUT_MS / 1_000 }, 'stopping takes too long; the server ends as it is');
      process.exit(status === 0 ? 1 : status);
    }, STOP_TIMEOUT_MS).unref();
    await server?.stop().catch((error) => log.error({ err: error }, 'stopping failed'));
    await opened.database.close().catch((error) => log.error({ err: error }, 'closing the database failed'));
    process.exit(status);
  };
  const fatal = (reason: string): void => {
    log.fatal({ reason }, 'Glasshouse cannot go on');
    void stop(1, reason);
  };

  // Nothing is written before these.
  const problem = heldProblem(config.dataDir) ?? (await portProblem(config));
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    words.because('it cannot start here');
    process.exit(1);
  }
  const opened = await openDatabaseForServer(config, {
    onRestart: (state) => log.warn({ state }, 'the embedded database was started again'),
    onGivenUp: fatal,
  }).then((result) => {
    if (result.ok) return result;
    process.stderr.write(`${result.problem}\n`);
    words.because('there is no database');
    return process.exit(1);
  });
  for (const signal of stopSignals()) process.on(signal, () => void stop(0, signal));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    fatal(error.message);
  });

  // An upgrade that is refused, by the settings or by its own steps, leaves the database as it was.
  let refusal: string | undefined;
  try {
    const migrated = await migrate(opened.database.url, MIGRATIONS_FOLDER, async (db) => {
      refusal = await refusalToServe(db, config);
      return refusal;
    });
    if (!migrated.ok) {
      process.stderr.write(`${migrated.problem}\n`);
      return stop(refusal === undefined ? 1 : EXIT_CONFIG, refusal === undefined ? NOT_UPGRADED : NOT_FITTING);
    }
  } catch (error) {
    log.debug({ err: error }, NOT_UPGRADED);
    process.stderr.write(`${errorLine(error)}\n`);
    return stop(1, NOT_UPGRADED);
  }
  try {
    server = await serve({
      config,
      databaseUrl: opened.database.url,
      webFolder: webFolderOf(ROOT),
      paintProgram: paintProgramOf(ROOT),
      consoleFolder: consoleFolderOf(ROOT),
      logosFolder: logosFolderOf(ROOT),
      log,
      onFatal: fatal,
    });
  } catch (error) {
    log.fatal({ err: error }, 'Glasshouse could not start');
    process.stderr.write(`${errorLine(error)}\n`);
    return stop(1, 'it could not start');
  }
  process.stdout.write(welcome(config, { ...server, database: opened.database.description, startedAt }));
}

/** What only the database can tell: the first reason not to serve it by these settings. */
async function refusalToServe(db: Pick<Client, 'query'>, config: Config): Promise<string | undefined> {
  return (
    (await databaseRulesProblem(db)) ??
    (await databaseProfileProblem(db, config.profile)) ??
    (await networksProblem(db, config.profile, config.operatorNetworks))
  );
}

function welcome(
  config: Config,
  at: { url: string; ownerLink: string | undefined; priced: string; database: string; startedAt: number },
): string {
  const seconds = ((performance.now() - at.startedAt) / 1_000).toFixed(1);
  const feed = describeFeeds(config.feeds);
  const mail = config.smtpUrl === undefined ? 'outbox only (npm run glasshouse -- outbox)' : 'SMTP';
  return [
    '',
    `  Glasshouse is ready after ${seconds} s`,
    '',
    `  Web       ${at.url}`,
    '  Enter     press "Try the demo" (no email needed), or register there',
    `  API       ${at.url}/swx/docs`,
    ...(at.ownerLink === undefined
      ? []
      : [`  Operate   ${at.ownerLink}`, '            (first owner: open it once, within 24 h)']),
    `  Database  ${at.database}`,
    `  Prices    ${feed}`,
    `            (${at.priced})`,
    `  Mail      ${mail}`,
    `  Chains    ${describeChains(config.chains)}`,
    '',
    '',
  ].join('\n');
}
