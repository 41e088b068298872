import { useFormat } from '@glasshouse/app/hooks/use-format';
import { needMessages, useT } from '@glasshouse/app/language/language';
import { loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { Operator, TickRef } from '@glasshouse/rules/derivations';
import type { Derived, Part, Term } from '@glasshouse/rules/derivations/terms';
import { Figure, PaneContent, type PaneRow, PartsBar } from '@glasshouse/ui';
import { type ReactNode, use, useState } from 'react';
import { moneyPlaces } from '../money/money.tsx';
import { TickStamps } from '../proofs/tick-stamps.tsx';
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

/** The figure as a sentence, what it is made of one level deep at a time, and what proves it. */
export function DerivationBody({ reason }: { readonly reason: OpenedReason }) {
  const { derivation } = reason;
  if (derivation === undefined) return <PaneContent title={reason.name} text={reason.text} />;
  return <Levels reason={reason} derivation={derivation} />;
}

interface Level {
  readonly name: ReactNode;
  readonly derivation: Derived;
  /** Undefined for the pressed figure itself. */
  readonly part?: Part;
}

function Levels({ reason, derivation }: { readonly reason: OpenedReason; readonly derivation: Derived }) {
  use(wordsFor(derivation));
  const [below, setBelow] = useState<readonly Level[]>([]);
  const levels: readonly Level[] = [{ name: reason.name, derivation }, ...below];
  return (
    <LevelBody
      // The rows of a level keep nothing of the one before.
      key={below.length}
      reason={reason}
      levels={levels}
      onOpen={(level) => setBelow([...below, level])}
      onLeave={(depth) => setBelow(below.slice(0, depth))}
    />
  );
}

interface LevelBodyProps {
  readonly reason: OpenedReason;
  readonly levels: readonly Level[];
  readonly onOpen: (level: Level) => void;
  /** Back to the level of this depth. */
  readonly onLeave: (depth: number) => void;
}

function LevelBody({ reason, levels, onOpen, onLeave }: LevelBodyProps) {
  const t = useT();
  const { name, derivation, part } = levels.at(-1)!;
  const isTop = part === undefined;
  const { text, shown, sources } = reason;
  const format = useTermFormat(sources);
  const { terms, result, rounding, decimals, rule } = derivation;
  const shownPlaces = isTop ? (shown.isRounded ? CENTS : shown.places) : undefined;
  const isCut = shownPlaces !== undefined && shownPlaces < placesOf(result);
  const total = isTop ? figureOf(result, shown) : format.value(part);
  const exact: readonly PaneRow[] = isCut
    ? [{ name: t('common:word.exactAmount'), value: <Figure value={result} places={placesOf(result)} /> }]
    : [];
  return (
    <PaneContent
      title={<Path levels={levels} onLeave={onLeave} />}
      sentence={rule === 'apr' ? t('guide:why.apr') : <Sentence total={total} terms={terms} format={format} />}
      text={isTop ? text : undefined}
      rowsTitle={t('guide:pane.parts')}
      bar={<Shares terms={terms} />}
      rows={[
        ...terms.map(
          (term): PaneRow => ({
            operator: term.operator,
            name: format.name(term),
            value: format.value(term),
            ...(term.from !== undefined && {
              onOpen: () => onOpen({ name: format.name(term), derivation: term.from!, part: term }),
            }),
          }),
        ),
        ...exact,
        { name, value: total, total: true },
      ]}
      proof={<Proofs terms={terms} />}
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

/** The way from the pressed figure to the level that is open. */
function Path({ levels, onLeave }: Pick<LevelBodyProps, 'levels' | 'onLeave'>) {
  const last = levels.length - 1;
  if (last === 0) return <>{levels[0]?.name}</>;
  return (
    <ol className={styles.path}>
      {levels.map(({ name }, depth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its depth.
        <li key={depth} aria-current={depth === last ? 'step' : undefined}>
          {depth === last ? (
            name
          ) : (
            <button type="button" onClick={() => onLeave(depth)}>
              {name}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

interface TermFormat {
  readonly name: (part: Part) => ReactNode;
  readonly value: (part: Part) => ReactNode;
}

/** How inputs are written: the same in the sentence, the rows and the path. */
function useTermFormat(sources: Sources | undefined): TermFormat {
  const t = useT();
  const numbers = useFormat();
  const plain = ({ term, value }: Part): ReactNode => {
    if (term === 'leverage') return <bdi dir="ltr" translate="no">{`${value}×`}</bdi>;
    if (RATES.has(term))
      return (
        <bdi dir="ltr" translate="no">
          {numbers.percent(value, { max: 6 })}
        </bdi>
      );
    return <Figure value={value} places={COUNTS.has(term) ? placesOf(value) : moneyPlaces(value)} />;
  };
  return {
    name: ({ term, label }) => {
      if (label !== undefined) return isKey(label) ? t(label) : <bdi>{label}</bdi>;
      const word = t(TERM_WORDS[term]);
      if (term === 'halfPayout') return `½ × ${word}`;
      if (LESS.has(term)) return `1 − ${word}`;
      return term === 'plusFee' ? `1 + ${word}` : word;
    },
    value: (part) => {
      const line = sources?.lines?.[part.term];
      return line === undefined ? plain(part) : <a href={`#${lineAnchor(line)}`}>{plain(part)}</a>;
    },
  };
}

interface SentenceProps {
  readonly total: ReactNode;
  readonly terms: readonly Part[];
  readonly format: TermFormat;
}

/** An equation: each figure with its name behind it. Of many terms, the figure alone. */
function Sentence({ total, terms, format }: SentenceProps) {
  if (MOST_IN_SENTENCE < terms.length) return <b>{total}</b>;
  return (
    <>
      <b>{total}</b> =
      {terms.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the terms of a formula keep their order.
        <span key={index}>
          {' '}
          {part.operator !== '' && `${part.operator} `}
          <b>{format.value(part)}</b> {format.name(part)}
        </span>
      ))}
    </>
  );
}

/** The terms of a sum as shares of one bar; a product has none. */
function Shares({ terms }: { readonly terms: readonly Part[] }) {
  const isSum = 1 < terms.length && terms.every(({ operator }) => !isFactor(operator));
  if (!isSum) return null;
  return (
    <PartsBar
      parts={terms.map(({ value, operator }) => {
        // Drawn only: the amounts themselves stay exact texts.
        const size = Number(value);
        return { size: Math.abs(size), tone: size < 0 !== (operator === '−') ? 'down' : 'ink' };
      })}
    />
  );
}

type PricedTerm = Pick<Part, 'value'> & { readonly tick: TickRef };

/** The first ticks that the figure rests on, each with its proof; deeper levels have the others. */
function Proofs({ terms }: { readonly terms: readonly Part[] }) {
  const priced = new Map<string, PricedTerm>();
  const collect = (inputs: readonly Part[]): void => {
    for (const { tick, value, from } of inputs) {
      if (tick !== undefined) priced.set(`${tick.code} ${tick.seq} ${value}`, { tick, value });
      if (from !== undefined) collect(from.terms);
    }
  };
  collect(terms);
  return [...priced]
    .slice(0, MOST_PROOFS)
    .map(([key, { tick, value }]) => <TickStamps key={key} tick={tick} price={value} />);
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
const MOST_IN_SENTENCE = 3;
const MOST_PROOFS = 3;

const placesOf = (value: string): number => value.split('.')[1]?.length ?? 0;

/** What is left of one after a share of it. */
const LESS: ReadonlySet<Term> = new Set<Term>(['lessFee', 'lessMargin', 'lessSlippage']);

const isFactor = (operator: Operator): boolean => operator === '×' || operator === '÷';
