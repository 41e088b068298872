import { readFileSync } from 'node:fs';
import { asyncApiDocument } from './asyncapi.ts';
import { generateCallTable } from './generate-call-table.ts';
import { generateProtocol } from './generate-protocol.ts';
import { openApiDocument } from './openapi.ts';

const here = (path: string) => new URL(path, import.meta.url);
export const PROTOCOL_FILE = here('../../../docs/protocol.md');
export const OPENAPI_FILE = here('../openapi.generated.json');
export const ASYNCAPI_FILE = here('../asyncapi.generated.json');

/** English text of each code, which belongs to the catalogues; the documents only quote it. */
export const englishTexts = (): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(here('../../i18n/src/messages/en/errors.json'), 'utf8'));

/** Everything that is made from the calls, the messages and the codes, with the file that holds it. */
export function generatedFiles(): { readonly url: URL; readonly text: string }[] {
  const texts = englishTexts();
  const json = (document: unknown) => `${JSON.stringify(document, null, 1)}\n`;
  return [
    { url: here('./call-table.ts'), text: generateCallTable() },
    { url: PROTOCOL_FILE, text: generateProtocol(readFileSync(PROTOCOL_FILE, 'utf8'), texts) },
    { url: OPENAPI_FILE, text: json(openApiDocument(texts)) },
    { url: ASYNCAPI_FILE, text: json(asyncApiDocument()) },
  ];
}
