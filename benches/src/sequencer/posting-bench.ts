import { CORE_YOUNG_MB, collectorFlags } from '@glasshouse/server/runtime/collector';
import { LOAN_DAYS } from '@glasshouse/server/runtime/testing/people-with-plans';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startProgram } from '../harness/program.ts';
import { type Figure, type Report, ratio, readable, targetAtMost } from '../harness/report.ts';
import { startEmbeddedCluster } from './databases.ts';
import type { PostingCalls } from './posting-runs.ts';

const PEOPLE = 100_000;
const PEOPLE_SMOKE = 2_000;
const ORDERS_PER_SECOND = 500;
const IDLE_SECONDS = 20;
const IDLE_SECONDS_SMOKE = 3;
/** The nights on which loans have something due as well: reminders, and then the collection. */
const NIGHTS = 4;

export const dailyPosting: Bench = {
  name: 'daily-posting',
  about: `order p99 while the yield of ${PEOPLE} plans is posted and ${PEOPLE} loans are served, compared with an idle core`,
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const people = isSmoke ? PEOPLE_SMOKE : PEOPLE;
  const seconds = isSmoke ? IDLE_SECONDS_SMOKE : IDLE_SECONDS;
  const nights = Math.min(rounds, NIGHTS);
  const cluster = await startEmbeddedCluster();
  // The flags the server runs the core with.
  const flags = [`--max-semi-space-size=${CORE_YOUNG_MB / 3}`, ...collectorFlags(), '--max-old-space-size=6000'];
  const core = await startProgram<PostingCalls>(new URL('./posting-runs.ts', import.meta.url), flags);
  await core.call('open', { url: await cluster.database('posting'), people });
  print(`${people} people have a plan and a loan each`);
  await core.call('pass', { days: LOAN_DAYS - nights });
  const pace = { perSecond: ORDERS_PER_SECOND };
  await core.call('idle', { ...pace, seconds: 2 });
  const idle: number[] = [];
  const busy: number[] = [];
  const lasted: number[] = [];
  for (let night = 1; night <= nights; night += 1) {
    await cluster.settle();
    idle.push((await core.call('idle', { ...pace, seconds })).p99Ms);
    await cluster.settle();
    const posted = await core.call('night', pace);
    busy.push(posted.p99Ms);
    lasted.push(posted.seconds);
    print(
      `night ${night}: idle ${readable(idle.at(-1) ?? 0)} ms, posting ${readable(posted.p99Ms)} ms over ${posted.orders} orders; ${Math.max(0, posted.days)} days posted, ${posted.loans} loans over in ${readable(posted.seconds)} s`,
    );
  }
  await core.call('close', undefined);
  await core.stop();
  await cluster.stop();
  const figure = (label: string, unit: string, values: readonly number[]): Figure => ({ label, unit, values });
  const alone = figure('order, p99, idle', 'ms', idle);
  const amid = figure('order, p99, while a day is posted', 'ms', busy);
  return {
    title: 'Posting a day of plans and loans',
    setting:
      `${ORDERS_PER_SECOND} spot orders/s in open loop through the sequencer and the embedded PostgreSQL, latency counted from when each was due; idle, and from midnight on until ${people} plans have their yield and ${people} loans what is due: ` +
      `reminders three days and one day before the repayment date, nothing on the second, and on the last night the collection of every loan. A slice of 40 plans and 20 loans with each turn of the pump, eight a second. ${nights} nights, each after ${seconds} s of idling. Orders, core and database share the machine.`,
    figures: [amid, alone, figure('until the day is posted', 's', lasted)],
    targets: [targetAtMost('p99 compared with idle', ratio(amid, alone), 2, ' ×')],
  };
}
