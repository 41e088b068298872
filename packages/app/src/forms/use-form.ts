import type { Failure } from '@glasshouse/client/failure';
import { useState } from 'react';
import { needMessages, useTranslator } from '../language/language.ts';

type Refused<Field extends string> = { readonly [Name in Field]?: number };
export type Checks<Field extends string> = { readonly [Name in Field]?: (value: string) => string | undefined };

/**
 * The text fields of a form: errors show once a field was left or the form submitted, a refusal
 * shows at its field until that is changed, and input is never cleared.
 */
export function useForm<Field extends string>(initial: Readonly<Record<Field, string>>, checks: Checks<Field>) {
  const translator = useTranslator();
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState({} as Refused<Field>);

  const problem = (name: Field): string | undefined => checks[name]?.(values[name]);
  const errorOf = (name: Field): string | undefined => {
    const code = refused[name];
    if (code !== undefined) return translator.error(code);
    return left.has(name) ? problem(name) : undefined;
  };
  const names = Object.keys(initial) as Field[];
  return {
    values,
    /** Props of a text field. */
    field: (name: Field) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setValues((known) => ({ ...known, [name]: value }));
        setRefused(({ [name]: _gone, ...rest }) => rest as Refused<Field>);
      },
      onBlur: () => setLeft((known) => (values[name] === '' ? known : new Set(known).add(name))),
    }),
    /** Shows all errors of the named fields; true if there are none. */
    check: (fields: readonly Field[] = names): boolean => {
      setLeft(new Set([...left, ...fields]));
      return fields.every((name) => problem(name) === undefined);
    },
    /**
     * Shows a refusal at its fields; true if every part has one, so that the form needs no note.
     */
    refuse: async (failure: Failure): Promise<boolean> => {
      if (failure.kind !== 'refused') return false;
      const known = Object.entries(failure.fields).filter(([name]) => names.includes(name as Field));
      if (known.length === 0) return false;
      await needMessages(['errors']);
      setRefused(Object.fromEntries(known) as Refused<Field>);
      return known.length === Object.keys(failure.fields).length;
    },
  };
}
