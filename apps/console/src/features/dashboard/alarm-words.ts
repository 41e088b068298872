import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { otherSideWords } from '@glasshouse/app/statement-words';
import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import { subjectName } from '../../parts/records/subject-words.ts';

type Alarm = Pick<OperatorResultOf<'getDashboard'>['alarms'][number], 'kind' | 'subject'>;

interface Speech {
  readonly find: Translator['find'];
  readonly format: Pick<Formatter, 'number' | 'percent'>;
}

interface AlarmWords {
  readonly title: string;
  /** What it is about; empty where the title says it all. */
  readonly detail: string;
}

/** `/srv/data/postgres: 3456 MB, 9 %, 12 d`, as the server writes it. */
const DISK = /^(?<folder>.*): (?<mb>\d+) MB, (?<percent>\d+) %(?:, (?<days>\d+) d)?$/;
const MB_PER_GB = 1_000;

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

/** An alarm in the reader's language; what a newer server reports stays as it is written. */
export function alarmWords({ find, format }: Speech, { kind, subject }: Alarm): AlarmWords {
  const title = find(`records:alarm.${kind}`) ?? kind;
  const [first = '', second, third] = subject.split(' ');
  switch (kind) {
    // Only some of these payouts lack a confirmation: the trouble itself is the better title.
    case 'stuckPayout':
      return { title: find(`console:alarms.${first}`) ?? title, detail: second ?? subject };
    case 'reorganisation':
      return { title, detail: joined(find(`console:alarms.${first}`) ?? first, second) };
    case 'credentials':
      return { title, detail: subjectName({ find }, subject) };
    case 'requestAltered':
      return { title, detail: subjectName({ find }, `request ${subject}`) };
    case 'houseLimit':
      return { title, detail: joined(find(`records:product.${first.split('.')[0]}`) ?? first, second) };
    case 'poolLow':
      return { title, detail: joined(otherSideWords({ find }, third ?? ''), find(`common:book.${first}`), second) };
    case 'diskLow':
    case 'diskFull':
      return { title, detail: diskWords({ find, format }, subject) };
    default:
      return { title, detail: subject };
  }
}

function diskWords({ find, format }: Speech, subject: string): string {
  const { folder, mb, percent, days } = DISK.exec(subject)?.groups ?? {};
  if (folder === undefined || mb === undefined) return subject;
  const size = Number(mb);
  const room = size < MB_PER_GB ? `${format.number(size)} MB` : `${format.number(Math.floor(size / MB_PER_GB))} GB`;
  const share = format.percent(String(Number(percent) / 100));
  const left = find('records:alarm.diskLeft', { room, share });
  const time = days === undefined ? undefined : find('console:risk.days', { count: Number(days) });
  return joined(folder, left, time === undefined ? undefined : find('records:alarm.diskTime', { time }));
}
