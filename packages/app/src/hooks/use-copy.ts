import { toasts } from '@glasshouse/ui';
import { useTranslator } from '../language/language.ts';

/** Codes of the catalogue that pages show by themselves. */
const COPIED = 11086;
const COPY_FAILED = 11087;

/** Copies a text, and says whether it worked: browsers may refuse. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { error } = useTranslator();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show({ title: error(COPIED) });
      return true;
    } catch {
      toasts.show({ title: error(COPY_FAILED), tone: 'warning' });
      return false;
    }
  };
}
