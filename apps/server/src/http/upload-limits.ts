/** Forms that are read at once, and the bytes of theirs that are in memory. */
export interface UploadSizes {
  readonly formsPerSender: number;
  readonly formsPerNetwork: number;
  readonly forms: number;
  readonly bytesPerNetwork: number;
  readonly bytes: number;
  /** Less than this many bytes in `slowMs`: the form is ended and its place is free again. */
  readonly slowBytes: number;
  readonly slowMs: number;
}

const MEGABYTE = 1024 * 1024;

/**
 * The form of an identity check sends five photographs at once. A network may hold one file of the
 * largest size and some photographs; three others still can when it does. 40 kB in ten seconds is a
 * tenth of what the slowest mobile network carries.
 */
export const UPLOAD_SIZES: UploadSizes = {
  formsPerSender: 6,
  formsPerNetwork: 20,
  forms: 200,
  bytesPerNetwork: 64 * MEGABYTE,
  bytes: 256 * MEGABYTE,
  slowBytes: 40_000,
  slowMs: 10_000,
};

/** One form's part of the limits. Closing it twice does nothing the second time. */
export interface UploadShare {
  /** Counts bytes as they arrive; false when they must not be kept in memory. */
  hold(bytes: number): boolean;
  /** Counts bytes for the speed, whether they are kept or not. */
  received(bytes: number): void;
  /** Everything held so far is forgotten. */
  drop(): void;
  /** Calls `onSlow` once when the form is too slow; returns how to stop watching. */
  watchSpeed(onSlow: () => void): () => void;
  close(): void;
}

interface Use {
  forms: number;
  bytes: number;
}

/**
 * Shares slots and memory of uploads by sender and network. Only bytes that came count: an
 * announced length costs its sender nothing, so it may take nothing from others either.
 */
export class UploadLimits {
  readonly #sizes: UploadSizes;
  readonly #senders = new Map<string, Use>();
  readonly #networks = new Map<string, Use>();
  readonly #all: Use = { forms: 0, bytes: 0 };

  constructor(sizes = UPLOAD_SIZES) {
    this.#sizes = sizes;
  }

  /** Undefined when the sender, its network or everybody together reads too many forms already. */
  open({ sender, network }: { readonly sender: string; readonly network: string }): UploadShare | undefined {
    const sizes = this.#sizes;
    const useOf = (uses: Map<string, Use>, key: string): Use => uses.get(key) ?? { forms: 0, bytes: 0 };
    const bySender = useOf(this.#senders, sender);
    const byNetwork = useOf(this.#networks, network);
    const all = this.#all;
    const isFull =
      sizes.formsPerSender <= bySender.forms || sizes.formsPerNetwork <= byNetwork.forms || sizes.forms <= all.forms;
    if (isFull) return undefined;
    this.#senders.set(sender, bySender);
    this.#networks.set(network, byNetwork);
    for (const use of [bySender, byNetwork, all]) use.forms += 1;

    let held = 0;
    let arrived = 0;
    let isOpen = true;
    const drop = (): void => {
      byNetwork.bytes -= held;
      all.bytes -= held;
      held = 0;
    };
    return {
      hold(bytes) {
        if (sizes.bytesPerNetwork < byNetwork.bytes + bytes || sizes.bytes < all.bytes + bytes) return false;
        byNetwork.bytes += bytes;
        all.bytes += bytes;
        held += bytes;
        return true;
      },
      received(bytes) {
        arrived += bytes;
      },
      drop,
      watchSpeed(onSlow) {
        let before = arrived;
        const timer = setInterval(() => {
          if (arrived - before < sizes.slowBytes) {
            clearInterval(timer);
            onSlow();
          }
          before = arrived;
        }, sizes.slowMs);
        timer.unref();
        return () => clearInterval(timer);
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        drop();
        for (const use of [bySender, byNetwork, all]) use.forms -= 1;
        if (bySender.forms === 0) this.#senders.delete(sender);
        if (byNetwork.forms === 0) this.#networks.delete(network);
      },
    };
  }
}
