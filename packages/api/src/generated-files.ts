import { readFileSync } from 'node:fs';
import { asyncApiDocument } from './asyncapi.ts';
import {
  generateCallTable,
  generateFirstCalls,
  generateFirstOperatorCalls,
  generateOperatorCallTable,
} from './generate-call-table.ts';
import { generateProtocol } from './generate-protocol.ts';
import { openApiDocument } from './openapi.ts';
import { generateOperatorDocs } from './operator/generate-docs.ts';

const here = (path: string) => new URL(path, import.meta.url);
export const PROTOCOL_FILE = here('../../../docs/protocol.md');
const OPERATOR_FILE = here('../../../docs/operator.md');
export const OPENAPI_FILE = here('../openapi.generated.json');
export const ASYNCAPI_FILE = here('../asyncapi.generated.json');

/** English text of each code, from the message catalogue. */
export const englishTexts = (): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(here('../../i18n/src/messages/en/errors.json'), 'utf8'));

/** Every generated file with its content. */
export function generatedFiles(): { readonly url: URL; readonly text: string }[] {
  const texts = englishTexts();
  const json = (document: unknown) => `${JSON.stringify(document, null, 1)}\n`;
  return [
    { url: here('./call-table.ts'), text: generateCallTable() },
    { url: here('./first-calls.ts'), text: generateFirstCalls() },
    { url: here('./operator/call-table.ts'), text: generateOperatorCallTable() },
    { url: here('./operator/first-calls.ts'), text: generateFirstOperatorCalls() },
    { url: PROTOCOL_FILE, text: generateProtocol(readFileSync(PROTOCOL_FILE, 'utf8'), texts) },
    { url: OPERATOR_FILE, text: generateOperatorDocs(readFileSync(OPERATOR_FILE, 'utf8')) },
    { url: OPENAPI_FILE, text: json(openApiDocument(texts)) },
    { url: ASYNCAPI_FILE, text: json(asyncApiDocument()) },
  ];
}
