type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : Record<Name, Value>;

/** Parameters, query or body in the input of a call: required where the call requires them. */
export type InputPart<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : Part<Name, Value>;
