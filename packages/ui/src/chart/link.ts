/** A place on the chart that others with the same link show as well. */
interface LinkedPoint {
  /** Epoch milliseconds. */
  time: number;
  price: number;
  /** Charts of the same series show the price too, the others only the time. */
  series: string;
}

export type ChartLinkListener = (point: LinkedPoint | undefined) => void;

/** Links the crosshairs of several charts. */
export interface ChartLink {
  /** Tells the others; undefined when the pointer has left. */
  publish: (from: ChartLinkListener, point: LinkedPoint | undefined) => void;
  subscribe: (listener: ChartLinkListener) => () => void;
}

export function createChartLink(): ChartLink {
  const listeners = new Set<ChartLinkListener>();
  return {
    publish(from, point) {
      for (const listener of listeners) if (listener !== from) listener(point);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
