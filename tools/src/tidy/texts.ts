import { type Finding, isTest, type Rule, type SourceFile } from './sources.ts';

const CATALOGUE = /^packages\/i18n\/src\/messages\/en\/([a-z]+)\.json$/;
const CODE = /^(?!.*\/messages\/).*\.(ts|tsx|js|mjs)$/;
const PLURAL = /_(zero|one|two|few|many|other)$/;

interface Key {
  readonly key: string;
  readonly path: string;
  readonly line: number;
}

/** `ns:key` of every message in line order, plural forms under their base key. */
function keysOf(file: SourceFile, namespace: string): Key[] {
  const keys: Key[] = [];
  const groups: string[] = [];
  for (const [index, text] of file.lines.entries()) {
    const entry = /^\s*"([^"]+)": (\{|")/.exec(text);
    if (/^\s*\}/.test(text)) groups.pop();
    else if (entry?.[2] === '{') groups.push(entry[1]!);
    else if (entry !== null) {
      const key = `${namespace}:${[...groups, entry[1]!.replace(PLURAL, '')].join('.')}`;
      if (keys.at(-1)?.key !== key) keys.push({ key, path: file.path, line: index + 1 });
    }
  }
  return keys;
}

/** Texts no code uses, by key or by a template that can produce it. */
function findUnusedTexts(files: readonly SourceFile[]): readonly Finding[] {
  const keys = files.flatMap((file) => {
    const namespace = CATALOGUE.exec(file.path)?.[1];
    return namespace === undefined ? [] : keysOf(file, namespace);
  });
  const namespaces = [...new Set(keys.map(({ key }) => key.split(':')[0]))].join('|');
  const literal = new RegExp(`(['"\`])((?:${namespaces}):[\\w.-]+)\\1`, 'g');
  const template = new RegExp(`\`((?:${namespaces}):[^\`]*\\$\\{[^\`]*)\``, 'g');
  const used = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { path, text } of files) {
    if (!CODE.test(path) || isTest(path)) continue;
    for (const match of text.matchAll(literal)) used.add(match[2]!);
    for (const match of text.matchAll(template)) patterns.push(patternOf(match[1]!));
  }
  return keys
    .filter(({ key }) => !used.has(key) && !patterns.some((pattern) => pattern.test(key)))
    .map(({ key, ...place }) => ({ ...place, message: `nothing uses ${key}` }));
}

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^()|[\]\\]/g, '\\$&'))
      .join('[\\w.-]+')}$`,
  );

const unusedTexts: Rule = { name: 'every text is used', check: findUnusedTexts };

export const TEXT_RULES: readonly Rule[] = [unusedTexts];
