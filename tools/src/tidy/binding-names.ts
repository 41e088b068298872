import { parseAst } from 'rolldown/parseAst';
import type { Finding, Rule, SourceFile } from './sources.ts';

/** Names that do not say what they hold. */
const REFUSED: ReadonlySet<string> = new Set(
  'of one other it asked said heard told taken wanted given kept late'.split(' '),
);
const REFUSED_TYPES: ReadonlySet<string> = new Set(
  (
    'Of Told Asked Taken Wanted Given Heard Said Kept Known Relied Applied ' +
    'Shown Seen Written Named Counted Found Held Made'
  ).split(' '),
);

/**
 * Parsing every file takes ten times as long as these few: a file without one of the names where a
 * parameter, variable or pattern may stand declares none.
 */
const NAME = `(?:${[...REFUSED].join('|')})`;
const MAYBE = new RegExp(
  [
    `\\b(?:const|let|var|using)\\s+${NAME}\\b`,
    `[({,<[]\\s*(?:\\.{3})?${NAME}\\s*[?:,)=}\\]]`,
    `:\\s*${NAME}\\s*[,}=]`,
    `(?<![\\w$.])${NAME}\\s*=>`,
    `\\.{3}${NAME}\\b`,
    `^\\s*${NAME}\\??:`,
    `\\b(?:type|interface|class)\\s+(?:${[...REFUSED_TYPES].join('|')})\\b`,
  ].join('|'),
  'm',
);
const IMPORTS = /^import [^;]*;$/gm;

/** The part of an ESTree node that this rule reads. */
interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export const bindingNames: Rule = {
  name: 'types, parameters and variables say what they hold',
  check: (files) =>
    files.filter(({ path, text }) => CODE.test(path) && MAYBE.test(text.replace(IMPORTS, ''))).flatMap(findNames),
};
const CODE = /(?<!\.generated)\.(ts|tsx|mjs|js)$/;

function findNames(file: SourceFile): readonly Finding[] {
  const { path, text } = file;
  const lang = path.endsWith('x') ? 'tsx' : 'ts';
  return declaredIn(parseAst(text, { lang }, path))
    .filter(({ name }) => REFUSED.has(name as string) || REFUSED_TYPES.has(name as string))
    .map(({ name, start }) => ({ path, line: text.slice(0, start).split('\n').length, message: `"${name}"` }));
}

const TYPES: ReadonlySet<string> = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration']);

/** The identifiers that types, parameters, also those of function types, and variables declare. */
function declaredIn(value: unknown): readonly AstNode[] {
  if (Array.isArray(value)) return value.flatMap(declaredIn);
  if (!isNode(value)) return [];
  const patterns =
    value.type === 'VariableDeclarator'
      ? [value.id]
      : value.type === 'CatchClause'
        ? [value.param]
        : TYPES.has(value.type)
          ? [value.id]
          : [];
  const parameters = Array.isArray(value.params) ? value.params : [];
  return [...[...patterns, ...parameters].flatMap(identifiersOf), ...Object.values(value).flatMap(declaredIn)];
}

function identifiersOf(pattern: unknown): readonly AstNode[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'AssignmentPattern':
      return identifiersOf(pattern.left);
    case 'RestElement':
      return identifiersOf(pattern.argument);
    case 'TSParameterProperty':
      return identifiersOf(pattern.parameter);
    case 'ArrayPattern':
      return (pattern.elements as readonly unknown[]).flatMap(identifiersOf);
    case 'ObjectPattern':
      return (pattern.properties as readonly AstNode[]).flatMap((property) =>
        identifiersOf(property.type === 'Property' ? property.value : property),
      );
    default:
      return [];
  }
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string';
}
