import { useT } from '@glasshouse/app/language/language';
import type { MessageKey } from '@glasshouse/i18n';
import { Fragment, type ReactNode } from 'react';

/** Of the private use area: no text has them. */
const FIRST = 0xe000;
const MARKS = /[\ue000-\ue00f]/;

/** A text whose values are figures that open: each language puts them in its own order. */
export function RichText({ text: key, values }: { text: MessageKey; values: Readonly<Record<string, ReactNode>> }) {
  const t = useT();
  const names = Object.keys(values);
  const marks = Object.fromEntries(names.map((name, index) => [name, String.fromCharCode(FIRST + index)]));
  const text = t(key, marks);
  const found = [...text].filter((character) => MARKS.test(character));
  return text.split(MARKS).map((piece, index) => {
    const name = found[index] === undefined ? undefined : names[found[index].charCodeAt(0) - FIRST];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order.
      <Fragment key={index}>
        {piece}
        {name !== undefined && <b>{values[name]}</b>}
      </Fragment>
    );
  });
}
