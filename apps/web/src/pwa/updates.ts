/** At most this often, and only while somebody looks. */
const ASK_EVERY_MS = 3_600_000;

export interface UpdateDeps {
  /** The script that this page was started with: `/assets/index-<hash>.js`. */
  readonly entry: string;
  /** The page as the server has it now. */
  readonly fetchPage: () => Promise<string>;
  readonly now: () => number;
  readonly tell: () => void;
}

/**
 * Notices that the server has another release than this tab, and says so once. A new worker alone
 * means little: the page that installed it may be the new release already.
 */
export function createUpdateWatch({ entry, fetchPage, now, tell }: UpdateDeps) {
  let askedAt = now();
  let isTold = false;
  const check = async (): Promise<void> => {
    if (isTold) return;
    askedAt = now();
    try {
      const page = await fetchPage();
      // The error page of a proxy names no script at all.
      if (isTold || !page.includes('type="module"') || page.includes(entry)) return;
      isTold = true;
      tell();
    } catch {
      // Offline; the next look finds out.
    }
  };
  return {
    /** Another worker took over. */
    workerChanged: check,
    /** Somebody came back to this tab. */
    seen: async (): Promise<void> => {
      if (ASK_EVERY_MS <= now() - askedAt) await check();
    },
  };
}
