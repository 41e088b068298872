import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));

/** Writes a bench's section of docs/benchmarks.md, replacing the previous one. */
export function writeSection(name: string, markdown: string): void {
  const start = `<!-- bench: ${name} -->`;
  const end = `<!-- /bench: ${name} -->`;
  const section = `${start}\n${markdown}${end}\n`;
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Benchmarks\n';
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  const next =
    from === -1 || to === -1
      ? `${text.trimEnd()}\n\n${section}`
      : text.slice(0, from) + section + text.slice(to + end.length + 1);
  writeFileSync(FILE, next);
}
