interface Searched {
  readonly title: string;
  readonly blocks: readonly { readonly spans: readonly { readonly text: string }[] }[];
}

/** Marks of Arabic vowels, and everything that NFKD splits off a letter. */
const MARKS = /[\p{M}\u0640]/gu;

/** Without case and accents: `Gebuhr` finds `Gebühr`, and an alef is an alef. */
export const plainly = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي');

const wordsOf = ({ blocks }: Searched): string =>
  blocks.flatMap(({ spans }) => spans.map(({ text }) => text)).join(' ');

/** Questions that hold every word that was typed; those with all in the title come first. */
export function found<Question extends Searched>(questions: readonly Question[], typed: string): Question[] {
  const words = plainly(typed).split(/\s+/).filter(Boolean);
  const holds = (text: string): boolean => words.every((word) => text.includes(word));
  const inTitle = questions.filter(({ title }) => holds(plainly(title)));
  const elsewhere = questions.filter(
    (question) => !inTitle.includes(question) && holds(plainly(`${question.title} ${wordsOf(question)}`)),
  );
  return [...inTitle, ...elsewhere];
}
