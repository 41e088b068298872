import { parseAst } from 'rolldown/parseAst';
import { type Finding, isTest, type Rule, type SourceFile } from './sources.ts';

const GLOSSARY = 'docs/glossary.md';
/** `| fee | what the house charges | `commission`, `surcharge` |` */
const ROW = /^\|([^|]+)\|[^|]+\|([^|]+)\|$/;
const WORD = /`([a-z]+)`/g;
const CODE = /(?<!\.generated)\.(ts|tsx|mjs)$/;

/** Exported names and file names contain no word that the glossary replaces by another. */
export const glossary: Rule = {
  name: 'exported names use the words of the glossary',
  check: (files) => {
    const words = readReplaced(files.find(({ path }) => path === GLOSSARY));
    if (words.size === 0) return [];
    const mention = new RegExp([...words.keys()].join('|'), 'i');
    return files
      .filter(({ path, text }) => CODE.test(path) && !isTest(path) && (mention.test(text) || mention.test(path)))
      .flatMap((file) => findReplaced(file, words));
  },
};

/** The word to use, by the word that it replaces. */
function readReplaced(file: SourceFile | undefined): ReadonlyMap<string, string> {
  return new Map(
    file?.lines.flatMap((line) => {
      const [, word, replaced] = ROW.exec(line) ?? [];
      return [...(replaced ?? '').matchAll(WORD)].map((match): [string, string] => [match[1]!, word!.trim()]);
    }),
  );
}

function findReplaced(file: SourceFile, words: ReadonlyMap<string, string>): readonly Finding[] {
  const { path, text } = file;
  const fileName = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  return [{ name: fileName, start: 0 }, ...exportedFrom(file)].flatMap(({ name, start }) => {
    const used = wordsOf(name).find((part) => words.has(part));
    if (used === undefined) return [];
    const line = text.slice(0, start).split('\n').length;
    return [{ path, line, message: `"${name}": the glossary says ${words.get(used)} for ${used}` }];
  });
}

/** Splits `FEE_TIER_TERMS`, `feeTierTerms` and `fee-tier-terms`; of plurals also the singular. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _-]/)
    .map((part) => part.toLowerCase())
    .flatMap((part) => (part.endsWith('s') ? [part, part.slice(0, -1)] : [part]));
}

interface Exported {
  readonly name: string;
  readonly start: number;
}

/** The part of an ESTree node that this rule reads. */
interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
  readonly id?: AstNode | null;
  readonly exported?: AstNode;
  readonly declaration?: AstNode | null;
  readonly declarations?: readonly AstNode[];
  readonly specifiers?: readonly AstNode[];
}

function exportedFrom({ path, text }: SourceFile): readonly Exported[] {
  const { body } = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path);
  return (body as readonly AstNode[])
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration, specifiers = [] }) => [
      ...specifiers.map(({ exported }) => exported),
      ...(declaration?.declarations ?? [declaration]).map((declared) => declared?.id),
    ])
    .flatMap((id) => (id?.name === undefined ? [] : [{ name: id.name, start: id.start }]));
}
