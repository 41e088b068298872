import { eraseClosed } from '../account-data/erase.ts';
import { readParameter } from '../authority/read-parameter.ts';
import type { Webhook } from '../http/webhooks.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { kycLimitCalls } from '../kyc-levels/routes.ts';
import type { SessionStore } from '../people/auth/sessions.ts';
import { tellResults, tellWithdrawals } from '../people/kyc/mails.ts';
import { type KycOperatorDeps, kycOperatorCalls } from '../people/kyc/operator-routes.ts';
import { deliverCases } from '../people/kyc/provider/deliver.ts';
import { receiveResult } from '../people/kyc/provider/receive.ts';
import type { ProviderSettings } from '../people/kyc/provider/settings.ts';
import { deleteDue } from '../people/kyc/retention.ts';
import { kycCalls } from '../people/kyc/routes.ts';
import { SubmissionStore } from '../people/kyc/submissions.ts';
import type { Clock } from '../platform/clock.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import type { MailSender } from '../platform/mail.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import { mergeCalls, type Stop } from '../platform/server-module.ts';

export interface KycModuleOptions {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly masterKey: MasterKey;
  readonly sessions: Pick<SessionStore, 'refresh'>;
  readonly mail: Pick<MailSender, 'wake'>;
  readonly files: Pick<KycOperatorDeps, 'vault' | 'images'>;
  readonly site: string;
  /** An outside provider, where the operator names one. */
  readonly provider?: ProviderSettings | undefined;
}

export interface KycModule {
  readonly calls: ReturnType<typeof kycLimitCalls> & ReturnType<typeof kycCalls>;
  readonly operatorCalls: ReturnType<typeof kycOperatorCalls>;
  readonly webhooks: readonly Webhook[];
  /** Starts telling people of results, and deleting what is due. */
  readonly start: () => Stop;
}

const TELL_EVERY_MS = 30_000;
const DELIVER_EVERY_MS = 10_000;
/** Where an outside provider sends its results. */
const KYC_WEBHOOK_PATH = '/swx/hooks/kyc';
const RETENTION_EVERY_MS = 3_600_000;

/** Identity checks with what they need of sessions, files, mail and parameters. */
export function createKycModule(options: KycModuleOptions): KycModule {
  const { pool, bus, clock, log, masterKey, sessions, mail, files, site, provider } = options;
  const store = new SubmissionStore({ pool, master: masterKey });
  const mails = { pool, store, clock, mail, site };
  const tell = async (isStopping?: () => boolean) =>
    (await tellResults(mails, isStopping)) + (await tellWithdrawals(mails, isStopping));
  const failed = (what: string) => (error: Error) => log.warn({ err: error }, `${what}; the next run tries again`);
  const reviewed = async (userId: number): Promise<void> => {
    await sessions.refresh(userId);
    await tell().catch(failed('people could not be told of their identity checks'));
  };
  return {
    calls: mergeCalls([
      kycLimitCalls({ pool, clock }),
      kycCalls({
        pool,
        bus,
        clock,
        store,
        refusedCountries: () => readParameter(pool, 'kyc.refused_countries'),
        basicDocument: async () => (await readParameter(pool, 'kyc.basic_document')) === 1,
      }),
    ]),
    operatorCalls: kycOperatorCalls({
      pool,
      bus,
      clock,
      store,
      ...files,
      refusedCountries: () => readParameter(pool, 'kyc.refused_countries'),
      reviewed,
    }),
    webhooks:
      provider === undefined
        ? []
        : [
            {
              path: KYC_WEBHOOK_PATH,
              answer: (message) => receiveResult({ pool, bus, clock, provider, reviewed }, message),
            },
          ],
    start() {
      const stops = [
        startJob({
          work: tell,
          everyMs: TELL_EVERY_MS,
          onFailure: failed('people could not be told of their identity checks'),
        }),
        startJob({
          work: (isStopping) =>
            deleteDue({ pool, bus, clock, retentionDays: () => readParameter(pool, 'kyc.retention_days') }, isStopping),
          everyMs: RETENTION_EVERY_MS,
          onFailure: failed('personal data that is due could not be deleted'),
        }),
        startJob({
          work: () => eraseClosed({ pool, bus, clock, retentionDays: () => readParameter(pool, 'kyc.retention_days') }),
          everyMs: RETENTION_EVERY_MS,
          onFailure: failed('closed accounts could not be emptied'),
        }),
      ];
      if (provider !== undefined) {
        const delivery = { pool, bus, clock, log, store, vault: files.vault, provider };
        stops.push(
          startJob({
            work: (isStopping) => deliverCases(delivery, isStopping),
            everyMs: DELIVER_EVERY_MS,
            onFailure: failed('cases could not be passed to the identity provider'),
          }),
        );
      }
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}
