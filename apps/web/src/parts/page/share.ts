import { useCopy } from '@glasshouse/app/hooks/use-copy';

type Shared = { readonly title: string } & ({ readonly url: string } | { readonly file: File });

/**
 * By the sheet of the device. Where a browser has none, an address is copied; whether something was
 * done with it: a file is then the caller's to save.
 */
export function useShare(): (what: Shared) => Promise<boolean> {
  const copy = useCopy();
  return async (what) => {
    const data: ShareData =
      'file' in what ? { title: what.title, files: [what.file] } : { title: what.title, url: what.url };
    if (navigator.canShare?.(data) !== true) {
      if ('file' in what) return false;
      await copy(what.url);
      return true;
    }
    try {
      await navigator.share(data);
    } catch {
      // Dismissed by the person, who wants nothing else then.
    }
    return true;
  };
}
