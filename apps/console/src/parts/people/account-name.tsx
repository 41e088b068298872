import type { Book } from '@glasshouse/api/constants';
import { useTranslator } from '@glasshouse/app/language/language';
import { otherSideWords } from '@glasshouse/app/statement-words';
import { NamedKey } from '../records/term-label.tsx';

/** An account of the house; pages that show it need the `account` texts. */
export function AccountName({ kind, book }: { kind: string; book?: Book }) {
  const translator = useTranslator();
  const words = otherSideWords(translator, kind);
  return (
    <NamedKey label={book === undefined ? words : `${words} · ${translator.t(`common:book.${book}`)}`} name={kind} />
  );
}
