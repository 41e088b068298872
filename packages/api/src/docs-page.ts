import { CALL_NAMES, callSpec } from './calls.ts';
import { CODE_KEYS, type CodeEntry, type CodeKey, catalogue, code } from './codes.ts';
import { BASE_PATH } from './constants.ts';
import type { CallSpec } from './define-call.ts';
import { escapeHtml } from './escape-html.ts';
import { refusalsOf } from './openapi.ts';
import { NAMED_SCHEMAS, type Plain, plainNamedSchemas, plainSchema } from './schema-refs.ts';

/**
 * The API reference at /swx/docs: plain HTML without script, so that it works under the strictest
 * content security policy and in any reader.
 */
export function docsPage(texts: Readonly<Record<string, string>>): string {
  const tags = [...new Set(CALL_NAMES.map((name) => tagOf(callSpec(name))))];
  const schemas = plainNamedSchemas();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glasshouse protocol</title>
<link rel="stylesheet" href="/swx/docs.css">
</head>
<body>
<header>
<h1>Glasshouse protocol</h1>
<p>All calls, schemas and codes of this installation. Also available as <a href="/swx/openapi.json">OpenAPI 3.1</a> and
<a href="/swx/asyncapi.json">AsyncAPI 3</a> (sockets).</p>
</header>
<nav aria-label="Calls">${tags.map((tag) => navigation(tag)).join('')}
<h2>More</h2><ul><li><a href="#codes">Codes</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
<main>
${tags
  .map(
    (tag) =>
      `<section><h2>/${tag}</h2>${callsOf(tag)
        .map((spec) => callSection(spec, texts))
        .join('')}</section>`,
  )
  .join('\n')}
<section id="codes"><h2>Codes</h2>${codesTable(CODE_KEYS, texts)}</section>
<section id="schemas"><h2>Schemas</h2>${Object.keys(NAMED_SCHEMAS)
    .map((name) => `<h3 id="schema-${name}">${name}</h3>${schemaTable(schemas[name] as Plain)}`)
    .join('')}</section>
</main>
</body>
</html>
`;
}

const tagOf = (spec: CallSpec): string => spec.path.split('/')[1] as string;
const callsOf = (tag: string): CallSpec[] => CALL_NAMES.map(callSpec).filter((spec) => tagOf(spec) === tag);

function navigation(tag: string): string {
  const items = callsOf(tag).map(
    (spec) => `<li${spec.served ? '' : ' class="later"'}><a href="#${spec.name}">${escapeHtml(spec.name)}</a></li>`,
  );
  return `<h2>/${tag}</h2><ul>${items.join('')}</ul>`;
}

function callSection(spec: CallSpec, texts: Readonly<Record<string, string>>): string {
  const marks = [
    { public: '', optional: 'session optional', user: 'needs a session' }[spec.auth],
    spec.movesMoney ? 'moves money: an Idempotency-Key makes repeats safe' : '',
    spec.served ? '' : 'in a later release',
  ].filter((mark) => mark !== '');
  const parts = [
    ['Path', spec.params],
    ['Query', spec.query],
    ['Body', spec.body],
    ['Result', spec.result],
  ] as const;
  return `<article id="${spec.name}">
<h3><span class="method">${spec.method}</span> <code>${BASE_PATH}${escapeHtml(spec.path)}</code></h3>
<p>${escapeHtml(spec.summary)}</p>
<p class="marks">${marks.map((mark) => `<span>${mark}</span>`).join(' ')}</p>
${parts.map(([title, schema]) => (schema === undefined ? '' : `<h4>${title}</h4>${schemaTable(plainSchema(schema))}`)).join('')}
<details><summary>Refusals</summary>${codesTable(refusalsOf(spec), texts)}</details>
</article>
`;
}

function codesTable(keys: readonly CodeKey[], texts: Readonly<Record<string, string>>): string {
  const rows = keys.map((key) => {
    const { stage, http }: CodeEntry = catalogue[key];
    const text = escapeHtml(texts[code[key]] ?? '');
    return `<tr><td>${code[key]}</td><td>${key}</td><td>${stage}</td><td>${http ?? 200}</td><td>${text}</td></tr>`;
  });
  return table(['Code', 'Key', 'Stage', 'HTTP', 'Text'], rows);
}

const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="${heads.join(', ')}"><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;

type Node = { readonly [key: string]: Plain };

function schemaTable(schema: Plain): string {
  const { properties, required } = schema as Node;
  if (properties === undefined) return `<p>${typeText(schema as Node)}</p>`;
  const names = Object.entries(properties as Record<string, Node>);
  if (names.length === 0) return '<p>An empty object.</p>';
  const needed = (required ?? []) as readonly string[];
  const rows = names.map(([name, property]) => {
    const mark = needed.includes(name) ? '' : ' <small>optional</small>';
    return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${typeText(property)}</td><td>${escapeHtml(String(property.description ?? ''))}</td></tr>`;
  });
  return table(['Field', 'Type', 'Meaning'], rows);
}

/** A readable type: `text`, `up | down`, `list of OptionsOrder`. */
function typeText(node: Node): string {
  const { $ref: reference, enum: values, anyOf, type, items } = node;
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(values)) return values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' | ');
  if ('const' in node) return `<code>${escapeHtml(String(node.const))}</code>`;
  if (Array.isArray(anyOf)) return anyOf.map((branch) => typeText(branch as Node)).join(' | ');
  if (type === 'array' && Array.isArray(items)) return `[${items.map((item) => typeText(item as Node)).join(', ')}]`;
  if (type === 'array') return `list of ${typeText((items ?? {}) as Node)}`;
  if (type === 'object') return `object ${objectFields(node)}`;
  if (type === 'string') return node['x-decimals'] === undefined ? 'text' : 'decimal text';
  return escapeHtml(String(type ?? 'anything'));
}

function objectFields(node: Node): string {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Node>);
  if (properties.length === 0) return '';
  return `<dl>${properties.map(([name, inner]) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${typeText(inner)}</dd>`).join('')}</dl>`;
}
