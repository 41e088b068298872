import { type Finding, isAllowed, isTest, isTestHelper, type Rule, type SourceFile } from './sources.ts';

const CATALOGUE = 'packages/api/src/codes.ts';
const ENTRY = /^ {2}(\w+): \{ number: (\d+), stage: /;
const CODE = /^(?:apps|packages)\/.*\.tsx?$/;
/** Lists of refusals: a code that only these name is never sent. */
const LISTS = /^packages\/api\/src\/(?:operator\/)?(?:calls\/|define-call|openapi)/;
/** How a list sends a code nevertheless: for a field, or with a success. */
const SENT_BY_LIST = /(?:'x-(?:code|missing)'|success): '(\w+)'/g;
const SENT = /\bcode\.(\w+)|'(\w+)'|\b([12][01]\d{3})\b/g;

/**
 * A number is never given away twice, so that one without a sender stays in the catalogue, with its
 * reason.
 */
export const sentCodes: Rule = {
  name: 'every code is sent or shown',
  check: (files) => {
    const used = new Set(files.filter(isSender).flatMap(codesIn));
    return files.filter(({ path }) => path === CATALOGUE).flatMap((file) => findings(file, used));
  },
};

const isSender = ({ path }: SourceFile): boolean =>
  CODE.test(path) && path !== CATALOGUE && !isTest(path) && !isTestHelper(path);

const codesIn = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(LISTS.test(path) ? SENT_BY_LIST : SENT)].flatMap(([, ...names]) =>
    names.filter((name) => name !== undefined),
  );

const findings = (file: SourceFile, used: ReadonlySet<string>): Finding[] =>
  file.lines.flatMap((text, index) => {
    const [, key = '', number = ''] = ENTRY.exec(text) ?? [];
    if (key === '' || used.has(key) || used.has(number) || isAllowed(file, index)) return [];
    return [{ path: file.path, line: index + 1, message: `nothing sends ${key}` }];
  });
