const SHOWN = 9;

/** The beginning of a hash, a root or a key: enough to compare it by eye. */
export const HashStart = ({ hex }: { readonly hex: string }) => <bdi dir="ltr">{`${hex.slice(0, SHOWN)}…`}</bdi>;
