import { CALL_NAMES, callSpec } from './calls.ts';
import { CODE_KEYS, type CodeEntry, catalogue } from './codes.ts';
import type { CallSpec } from './define-call.ts';

/** Fills the two generated tables of docs/protocol.md. `texts`: English text of each code. */
export function generateProtocol(document: string, texts: Readonly<Record<string, string>>): string {
  return fill(fill(document, 'calls', callsTable()), 'codes', codesTable(texts));
}

export function fill(document: string, name: string, table: string): string {
  const start = `<!-- ${name}: generated -->\n`;
  const end = `<!-- /${name} -->`;
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the document has no place for ${name}`);
  return `${before}${start}${table}${end}${after}`;
}

function callsTable(): string {
  const rows = CALL_NAMES.map((name) => {
    const spec = callSpec(name);
    const money = spec.movesMoney ? 'moves money' : '';
    return `| ${spec.method} ${spec.path} | ${fieldsOf(spec)} | ${spec.auth} | ${money} | ${spec.served ? 'yes' : 'no'} | ${spec.summary} |\n`;
  });
  return `| call | takes | session | | served | |\n|---|---|---|---|---|---|\n${rows.join('')}`;
}

export function fieldsOf(spec: Pick<CallSpec, 'body' | 'query'>): string {
  const schema = (spec.body ?? spec.query) as { properties?: object; required?: readonly string[] } | undefined;
  return Object.keys(schema?.properties ?? {})
    .map((name) => (schema?.required?.includes(name) ? name : `${name}?`))
    .join(' ');
}

function codesTable(texts: Readonly<Record<string, string>>): string {
  const rows = CODE_KEYS.map((key) => {
    const { number, stage, http }: CodeEntry = catalogue[key];
    return `| ${number} | ${key} | ${stage} | ${http ?? 200} | ${texts[number] ?? ''} |\n`;
  });
  return `| code | key | stage | HTTP | text |\n|---|---|---|---|---|\n${rows.join('')}`;
}
