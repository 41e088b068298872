import { readFileSync, writeFileSync } from 'node:fs';
import { generateCallTable } from './generate-call-table.ts';
import { generateProtocol } from './generate-protocol.ts';

/** Writes what is made from the calls and codes: the browsers' table and the tables in docs/protocol.md. */
const here = (path: string) => new URL(path, import.meta.url);
const protocol = here('../../../docs/protocol.md');
const texts = JSON.parse(readFileSync(here('../../i18n/src/messages/en/errors.json'), 'utf8'));

writeFileSync(here('./call-table.ts'), generateCallTable());
writeFileSync(protocol, generateProtocol(readFileSync(protocol, 'utf8'), texts));
