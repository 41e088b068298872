/** A paragraph of a text in Markdown: its lines, and how many of them are bullets. */
interface Block {
  readonly lines: number;
  readonly bullets: number;
}

const BULLET = /^\s*(?:[-*]|\d+\.)\s/;

const blocksOf = (markdown: string): Block[] =>
  markdown
    .trim()
    .split(/\n[ \t]*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .map((lines) => ({ lines: lines.length, bullets: lines.filter((line) => BULLET.test(line)).length }));

/** How the layout of a document differs from that of its English text, in words. */
export function layoutFaults(english: string, text: string): string[] {
  const expected = blocksOf(english);
  const found = blocksOf(text);
  if (expected.length !== found.length) return [`${expected.length} paragraphs, not ${found.length}`];
  return expected.flatMap(({ lines, bullets }, index) => {
    const own = found[index]!;
    if (bullets !== own.bullets) return [`${bullets} bullets in paragraph ${index + 1}, not ${own.bullets}`];
    return lines === own.lines ? [] : [`${lines} lines in paragraph ${index + 1}, not ${own.lines}`];
  });
}
