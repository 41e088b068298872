import type { ChartLink, ChartLinkListener } from '../link.ts';
import type { ChartPoint } from '../types.ts';
import type { Crosshair } from './crosshair.ts';

interface FollowLinkOptions {
  crosshair: () => Crosshair;
  /** Identifies what the chart shows a price of. */
  series: string;
}

/** Shows the crosshair where another chart of the link has it, and tells the link of its own. */
export function followLink(link: ChartLink | undefined, { crosshair, series }: FollowLinkOptions) {
  const listener: ChartLinkListener = (point) => {
    if (point === undefined) crosshair().clear();
    else crosshair().showTime(point.time, point.series === series ? point.price : undefined);
  };
  return {
    publish: (point: ChartPoint | undefined) => link?.publish(listener, point && { ...point, series }),
    stop: link?.subscribe(listener) ?? (() => {}),
  };
}
