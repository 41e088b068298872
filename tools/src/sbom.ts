/** What the product is made of, as CycloneDX: `npm run --silent sbom > sbom.json`. */
import { join } from 'node:path';
import { billOfMaterials } from './packages/bill-of-materials.ts';
import { readProduct } from './packages/locked-packages.ts';

console.log(JSON.stringify(billOfMaterials(readProduct(join(import.meta.dirname, '../..'))), undefined, 2));
