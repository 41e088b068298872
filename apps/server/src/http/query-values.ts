interface Property {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Property[];
  readonly items?: Property;
}

type Coercion = (text: string) => unknown;

const INTEGER = /^-?(?:0|[1-9][0-9]{0,15})$/;

const asInteger: Coercion = (text) => (INTEGER.test(text) ? Number(text) : text);
const asBoolean: Coercion = (text) => (text === 'true' ? true : text === 'false' ? false : text);
const asText: Coercion = (text) => text;

function coercionOf(property: Property): Coercion {
  if (property.anyOf !== undefined) {
    const scalar = property.anyOf.find((branch) => branch.items === undefined) ?? property.anyOf[0]?.items;
    return scalar === undefined ? asText : coercionOf(scalar);
  }
  if (property.items !== undefined) return coercionOf(property.items);
  if (property.type === 'integer') return asInteger;
  if (property.type === 'boolean') return asBoolean;
  const numbers = property.enum?.every((value) => typeof value === 'number') === true;
  return numbers ? asInteger : asText;
}

/**
 * Query values are text. Converts those that the schema declares as integers or booleans when they
 * are written exactly so, and leaves the rest for the validator to refuse. A repeated field stays
 * an array.
 */
export function queryCoercer(schema: object): (query: Readonly<Record<string, string | string[]>>) => unknown {
  const properties = (schema as { properties?: Record<string, Property> }).properties ?? {};
  const coercions = new Map(Object.entries(properties).map(([name, property]) => [name, coercionOf(property)]));
  return (query) => {
    // Without a prototype, so that a field called `__proto__` is one more unknown field.
    const values: Record<string, unknown> = Object.create(null);
    for (const [name, value] of Object.entries(query)) {
      const coerce = coercions.get(name) ?? asText;
      values[name] = Array.isArray(value) ? value.map(coerce) : coerce(value);
    }
    return values;
  };
}
