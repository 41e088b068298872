export const INSTRUMENTS = 500;
export const FRAMES_PER_SECOND = 4;

/** Calls both servers of this bench serve. */
export type SocketServerCalls = {
  start: { params: undefined; result: { port: number } };
  /** Sends frames for this long. */
  publish: { params: { seconds: number }; result: Published };
  memory: { params: undefined; result: { rssBytes: number } };
};

export interface Published {
  /** CPU time of the process that writes to the sockets. */
  readonly cpuMs: number;
  /** CPU time another process spent handing frames over; 0 when there is none. */
  readonly handoverCpuMs: number;
  /** Send time of frames that do not carry it. */
  readonly sentAt: ReadonlyMap<number, number>;
  readonly frames: number;
  readonly longestTurnMs: number;
  readonly framesSkipped: number;
}

export type ClientCalls = {
  /** `hello`: first message of each client; empty for none. */
  connect: { params: { port: number; clients: number; hello: string }; result: { connected: number } };
  /** Discards what arrived so far. */
  begin: { params: undefined; result: undefined };
  arrived: { params: undefined; result: { frames: ArrivedFrame[]; bytes: number } };
};

export interface ArrivedFrame {
  readonly seq: number;
  /** Send time in the frame; 0 when it carries none. */
  readonly at: number;
  readonly frameBytes: number;
  /** Arrival per client, epoch ms. */
  readonly times: Float64Array;
}
