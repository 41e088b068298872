import { lazyPart, OpenedPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import type { Derived as Derivation } from '@glasshouse/rules/derivations/terms';
import { Explained, Figure, type KeyValueRow, Why } from '@glasshouse/ui';
import { useState } from 'react';
import { type FigureFormat, figureOf, type OpenedReason, type Reason } from './reason.tsx';

/** Its code and words come with the first figure that is opened. */
const DerivationBody = lazyPart(async () => (await import('./derivation-body.tsx')).DerivationBody);

type DerivedProps = FigureFormat &
  Reason & {
    /** The figure is its result: what is shown and what explains it are one thing. */
    readonly derivation: Derivation | undefined;
    /** What the server says. Where no derivation gives the same, it opens into nothing. */
    readonly value?: string | undefined;
  };

/** A figure that opens into formula, inputs and result. */
export function Derived({ derivation, value, name, text, sources, ...shown }: DerivedProps) {
  const result = derivation?.result ?? value;
  const figure = result === undefined ? <Figure value={undefined} places={2} /> : figureOf(result, shown);
  if (derivation === undefined || (value !== undefined && !isSame(value, derivation.result))) {
    return value === undefined || value === result ? figure : figureOf(value, shown);
  }
  const derive = (): Derivation => derivation;
  return (
    <Explained label={name} explain={() => <OpenReason opening={{ name, text, sources, derive, shown }} />}>
      {figure}
    </Explained>
  );
}

/** A figure of the moment: its derivation is made only while it is open. */
export function DerivedNow({
  value,
  derive,
  name,
  text,
  sources,
  ...shown
}: FigureFormat & Reason & { readonly value: string | undefined; readonly derive: () => Derivation | undefined }) {
  if (value === undefined) return <Figure value={undefined} places={2} />;
  return (
    <Explained label={name} explain={() => <OpenReason opening={{ name, text, sources, derive, shown }} />}>
      {figureOf(value, shown)}
    </Explained>
  );
}

/** The mark beside a derived figure, which opens the same reason: it can be reached by Tab. */
export function DerivedWhy({
  derivation,
  value: _,
  isBeside = false,
  label,
  name,
  text,
  sources,
  ...shown
}: FigureFormat &
  Reason & {
    readonly derivation: Derivation | undefined;
    readonly value?: string | undefined;
    readonly isBeside?: boolean;
    readonly label: string;
  }) {
  const derive = (): Derivation | undefined => derivation;
  return (
    <Why
      label={label}
      title={name}
      isBeside={isBeside && derivation !== undefined}
      explain={() => <OpenReason opening={{ name, text, sources, derive, shown }} />}
    />
  );
}

/** Value and mark of a row in a ticket, which open the same reason. */
export function reasoned({
  label,
  value,
  ...rest
}: FigureFormat &
  Reason & {
    readonly derivation: Derivation | undefined;
    readonly value?: string | undefined;
    readonly label: string;
  }): Pick<KeyValueRow, 'value' | 'why'> {
  return { value: <Derived {...rest} value={value} />, why: <DerivedWhy {...rest} label={label} isBeside /> };
}

type Opening = Omit<OpenedReason, 'derivation'> & { readonly derive: () => Derivation | undefined };

function OpenReason({ opening: { derive, ...reason } }: { readonly opening: Opening }) {
  // Sums are checked while they stand still: they are those of the moment of asking.
  const [derivation] = useState(derive);
  return (
    <OpenedPart>
      <DerivationBody reason={{ ...reason, derivation }} />
    </OpenedPart>
  );
}

/** `1.50` and `1.5` are the same figure. */
const isSame = (left: string, right: string): boolean => plain(left) === plain(right);
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
