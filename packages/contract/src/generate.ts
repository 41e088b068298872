import { writeFileSync } from 'node:fs';
import { generateCallTable } from './generate-call-table.ts';

writeFileSync(new URL('./call-table.ts', import.meta.url), generateCallTable());
