import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Translator } from '@glasshouse/i18n';

type UserEvent = OperatorResultOf<'listUserEvents'>['items'][number];

type Keys = (type: string) => readonly string[];

/** Kinds of which there are several, and the texts that name their types. */
const NAMES: { readonly [Kind in UserEvent['kind']]?: Keys } = {
  order: (type) => [`records:product.${type}`],
  // The check itself by its level, and what an operator did about it.
  identity: (type) => [`console:kyc.level.${type}`, `records:actionName.${type}`],
  deposit: (type) => [`console:method.${type}`],
  withdrawal: (type) => [`console:method.${type}`],
  action: (type) => [`records:actionName.${type}`],
  view: (type) => [`security:views.kind.${type}`],
};

/** What exactly a row is; nothing where its kind says all. */
export function eventName({ find }: Pick<Translator, 'find'>, { kind, type }: Pick<UserEvent, 'kind' | 'type'>) {
  const keys = NAMES[kind]?.(type);
  if (keys === undefined) return undefined;
  for (const key of keys) {
    const name = find(key);
    if (name !== undefined) return name;
  }
  return type;
}
