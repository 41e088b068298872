import type { Refusal } from './types.ts';

/** A refused command. A field by name is refused for the same reason as the whole command. */
export function refuse(code: number, fields?: string | Refusal['fields']): Refusal {
  if (fields === undefined) return { ok: false, code };
  return { ok: false, code, fields: typeof fields === 'string' ? { [fields]: code } : fields };
}
