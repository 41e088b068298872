import { useFormat } from '@glasshouse/app/hooks/use-format';
import { needMessages, useT } from '@glasshouse/app/language/language';
import { loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { Operator } from '@glasshouse/rules/derivations';
import type { Derived, Part, Term } from '@glasshouse/rules/derivations/terms';
import { Figure, WhyContent, type WhyRow } from '@glasshouse/ui';
import { Fragment, type ReactNode, use } from 'react';
import { moneyPlaces } from '../money/money.tsx';
import { TickName, TickProof } from '../proofs/tick-proof.tsx';
import { lineAnchor } from '../statement/statement-href.ts';
import styles from './derivation-body.module.css';
import { COUNTS, isKey, namespacesOf, RATES, TERM_WORDS } from './derivation-words.ts';
import { figureOf, type OpenedReason, type Sources } from './reason.tsx';

/** The same promise for the same catalogues, as `use` wants it. */
const loading = new Map<string, Promise<void>>();
function wordsFor(derivation: Derived): Promise<void> {
  const namespaces = namespacesOf(derivation);
  const key = namespaces.join();
  const known = loading.get(key);
  if (known !== undefined) return known;
  const pending = loadPart(() => needMessages(namespaces));
  loading.set(key, pending);
  pending.catch(() => loading.delete(key));
  return pending;
}

/** Formula, inputs with what they follow from in turn, and the figure itself as the last line. */
export function DerivationBody({ reason }: { readonly reason: OpenedReason }) {
  const { derivation } = reason;
  if (derivation === undefined) return <WhyContent title={reason.name} text={reason.text} />;
  return <Body reason={reason} derivation={derivation} />;
}

function Body({ reason, derivation }: { readonly reason: OpenedReason; readonly derivation: Derived }) {
  use(wordsFor(derivation));
  const t = useT();
  const format = useFormat();
  const { name, text, shown, sources } = reason;
  const nameOf = ({ term, label }: Part): ReactNode => {
    if (label !== undefined) return isKey(label) ? t(label) : <bdi>{label}</bdi>;
    const word = t(TERM_WORDS[term]);
    if (term === 'halfPayout') return `½ × ${word}`;
    if (LESS.has(term)) return `1 − ${word}`;
    return term === 'plusFee' ? `1 + ${word}` : word;
  };
  const written = (part: Part): ReactNode => {
    const line = sources?.lines?.[part.term];
    return line === undefined ? writtenValue(part) : <a href={`#${lineAnchor(line)}`}>{writtenValue(part)}</a>;
  };
  const writtenValue = ({ term, value }: Part): ReactNode => {
    if (term === 'leverage') return <bdi dir="ltr" translate="no">{`${value}×`}</bdi>;
    if (RATES.has(term))
      return (
        <bdi dir="ltr" translate="no">
          {format.percent(value, { max: 6 })}
        </bdi>
      );
    return <Figure value={value} places={COUNTS.has(term) ? placesOf(value) : moneyPlaces(value)} />;
  };
  const rowsOf = (terms: readonly Part[], depth: number): readonly WhyRow[] =>
    terms.flatMap((part) => [
      {
        name: (
          <>
            <bdi dir="ltr" className={styles.operator}>
              {part.operator}
            </bdi>{' '}
            {nameOf(part)}
          </>
        ),
        value: written(part),
        depth,
      },
      ...tickRow(part, depth),
      ...(part.from === undefined ? [] : rowsOf(part.from.terms, depth + 1)),
    ]);
  const named = new Set<string>();
  /** Under a price, where it first occurs: the tick that it is of, proved while it is looked at. */
  function tickRow({ tick, value }: Part, depth: number): readonly WhyRow[] {
    const key = `${tick?.code} ${tick?.seq} ${value}`;
    if (tick === undefined || named.has(key)) return [];
    named.add(key);
    const name = (
      <>
        <span className={styles.operator} /> <TickName tick={tick} />
      </>
    );
    return [{ name, value: <TickProof tick={tick} price={value} />, depth: depth + 1 }];
  }
  const { terms, result, rounding, decimals, rule } = derivation;
  const shownPlaces = shown.isRounded ? CENTS : shown.places;
  const isCut = shownPlaces !== undefined && shownPlaces < placesOf(result);
  const total = figureOf(result, shown);
  return (
    <WhyContent
      title={name}
      text={text}
      formula={rule === 'apr' ? t('guide:why.apr') : formulaOf(terms, nameOf)}
      rows={[
        ...rowsOf(terms, 0),
        ...(isCut
          ? [{ name: t('common:word.exactAmount'), value: <Figure value={result} places={placesOf(result)} /> }]
          : []),
        { name, value: total, total: true },
      ]}
      footer={
        <>
          {note()} <SourceLinks sources={sources} />
        </>
      }
    />
  );

  /** How the last digit came about, where it shows. */
  function note(): string | undefined {
    if (placesOf(result) < decimals) return undefined;
    if (rounding === 'up') return t('order:roundedUp');
    return rounding === 'down' || rounding === 'zero' ? t('order:roundedDown') : undefined;
  }
}

function SourceLinks({ sources }: { readonly sources: Sources | undefined }) {
  const t = useT();
  return (
    <>
      {sources?.order !== undefined && <Link href={sources.order}>{t('trade:receipt.ticks')}</Link>}
      {sources?.order !== undefined && sources.ledger !== undefined && ' · '}
      {sources?.ledger !== undefined && <Link href={sources.ledger}>{t('trade:receipt.ledger')}</Link>}
    </>
  );
}

const CENTS = 2;

const placesOf = (value: string): number => value.split('.')[1]?.length ?? 0;

/** In words; a sum that is multiplied or divided stands in brackets. Not for a single input. */
function formulaOf(terms: readonly Part[], nameOf: (part: Part) => ReactNode): ReactNode {
  if (terms.length < 2) return undefined;
  let text: ReactNode = null;
  let isSum = false;
  for (const [index, part] of terms.entries()) {
    const { operator } = part;
    if (isSum && isFactor(operator)) text = <>({text})</>;
    isSum = isFactor(operator) ? false : isSum || 0 < index;
    text = (
      <Fragment>
        {text}
        {operator !== '' && ` ${operator} `}
        <bdi>{isFactor(operator) && SUMS.has(part.term) ? <>({nameOf(part)})</> : nameOf(part)}</bdi>
      </Fragment>
    );
  }
  return text;
}

/** What is left of one after a share of it. */
const LESS: ReadonlySet<Term> = new Set<Term>(['lessFee', 'lessMargin', 'lessSlippage']);

/** Whose names are sums themselves. */
const SUMS: ReadonlySet<Term> = new Set<Term>([...LESS, 'plusFee']);

const isFactor = (operator: Operator): boolean => operator === '×' || operator === '÷';
