import { licenceOf } from './licence-rules.ts';
import type { LockedPackage, Product } from './locked-packages.ts';

/**
 * CycloneDX 1.5, from the lock file, so that it is the same on every machine and needs no network.
 * `npm sbom` leaves out packages that development packages use, too, when those are omitted.
 */
export function billOfMaterials({ own, packages }: Product) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf('application', own) },
    components: packages.map((locked) => componentOf('library', locked)),
    dependencies: [own, ...packages].map((locked) => ({ ref: referenceOf(locked), dependsOn: locked.uses })),
  };
}

function componentOf(type: 'application' | 'library', locked: LockedPackage) {
  const { name, version, integrity } = locked;
  const licence = licenceOf(locked);
  return {
    type,
    'bom-ref': referenceOf(locked),
    name,
    version,
    ...(type === 'library' ? { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` } : {}),
    ...(licence === undefined
      ? {}
      : { licenses: [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }] }),
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
  };
}

const referenceOf = ({ name, version }: LockedPackage): string => `${name}@${version}`;

/** npm: `sha512-<base64>`, one or several; CycloneDX: `SHA-512` and hexadecimal. */
function hashesOf(integrity: string) {
  return integrity.split(/\s+/).map((hash) => {
    const dash = hash.indexOf('-');
    const algorithm = hash.slice(0, dash).toUpperCase().replace('SHA', 'SHA-');
    return { alg: algorithm, content: Buffer.from(hash.slice(dash + 1), 'base64').toString('hex') };
  });
}
