export const INSTRUMENTS = 500;
export const FRAMES_PER_SECOND = 4;

/** What both servers of this bench answer. */
export type SocketServerCalls = {
  start: { params: undefined; result: { port: number } };
  /** Sends frames for so long. */
  publish: { params: { seconds: number }; result: Published };
  memory: { params: undefined; result: { rssBytes: number } };
};

export interface Published {
  /** Time that the process which writes to the sockets used. */
  readonly cpuMs: number;
  /** Time that handing frames to it cost elsewhere; 0 where there is no elsewhere. */
  readonly handingOverCpuMs: number;
  /** When a frame left, where the frame does not say so itself. */
  readonly sentAt: ReadonlyMap<number, number>;
  readonly frames: number;
  readonly longestTurnMs: number;
  readonly framesSkipped: number;
}

export type ClientCalls = {
  /** `hello` is what each client says once it is connected; nothing when it is empty. */
  connect: { params: { port: number; clients: number; hello: string }; result: { connected: number } };
  /** Forgets what arrived so far. */
  begin: { params: undefined; result: undefined };
  arrived: { params: undefined; result: { frames: ArrivedFrame[]; bytes: number } };
};

export interface ArrivedFrame {
  readonly seq: number;
  /** What the frame says about when it left; 0 when it does not. */
  readonly at: number;
  readonly frameBytes: number;
  /** Epoch ms, one for each client that got it. */
  readonly times: Float64Array;
}
