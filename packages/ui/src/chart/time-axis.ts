import { zoneOffset } from '@glasshouse/rules/time-zone';
import { defaultHorzScaleBehavior, TickMarkType, type Time, type UTCTimestamp } from 'lightweight-charts';

export interface ChartClock {
  locale: string;
  timeZone: string | undefined;
}

type ScalePoints = Parameters<InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>['fillWeightsForPoints']>[0];

/**
 * The library puts its marks at midnight UTC. This one weighs points in the user's time zone, so
 * that days begin at local midnight while times remain true instants (shifting them would repeat an
 * hour each autumn).
 */
export function createZonedBehaviour({ timeZone }: ChartClock) {
  const offset = zoneOffset(timeZone);
  const Base = defaultHorzScaleBehavior();
  return new (class extends Base {
    override fillWeightsForPoints(points: ScalePoints, startIndex: number): void {
      const from = Math.max(0, startIndex - 1);
      const local = points.slice(from).map((point) => {
        const seconds = Number(this.key(point.time));
        const shifted = (seconds + offset(seconds * 1000) / 1000) as UTCTimestamp;
        return { ...point, time: this.convertHorzItemToInternal(shifted) };
      });
      super.fillWeightsForPoints(local, startIndex - from);
      for (const [index, { timeWeight }] of local.entries()) {
        const point = points[from + index];
        if (point !== undefined) (point as { timeWeight: typeof timeWeight }).timeWeight = timeWeight;
      }
    }
  })();
}

/** Axis marks and crosshair label in the user's language and time zone. */
export function createTimeFormats({ locale, timeZone }: ChartClock) {
  const using = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      numberingSystem: 'latn',
      calendar: 'gregory',
      hourCycle: 'h23',
      ...options,
    });
  const byType = {
    [TickMarkType.Year]: using({ year: 'numeric' }),
    [TickMarkType.Month]: using({ month: 'short' }),
    [TickMarkType.DayOfMonth]: using({ day: 'numeric', month: 'short' }),
    [TickMarkType.Time]: using({ hour: '2-digit', minute: '2-digit' }),
    [TickMarkType.TimeWithSeconds]: using({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  };
  const full = using({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
  const instant = (time: Time) => Number(time) * 1000;
  return {
    tickMark: (time: Time, type: TickMarkType): string => byType[type].format(instant(time)),
    moment: (time: Time): string => full.format(instant(time)),
  };
}
