import type { ResultOf } from '@glasshouse/api';
import { cx } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { Link } from '../links/link.tsx';
import styles from './blocks.module.css';

type Block = ResultOf<'getContent'>['blocks'][number];
type Span = Block['spans'][number];

/**
 * A link that can be followed, or undefined. Checked here again: what is shown must not depend on
 * what was checked when it was saved.
 */
export function shownLink(href: string | null): { readonly href: string; readonly isInternal: boolean } | undefined {
  if (href === null || /[\s\\]/.test(href)) return undefined;
  if (href.startsWith('/')) return href.startsWith('//') ? undefined : { href, isInternal: true };
  if (!URL.canParse(href)) return undefined;
  const { protocol } = new URL(href);
  return protocol === 'https:' || protocol === 'mailto:' ? { href, isInternal: false } : undefined;
}

function Words({ span }: { span: Span }) {
  const { text, mark, href } = span;
  const marked: ReactNode =
    mark === 'strong' ? (
      <strong>{text}</strong>
    ) : mark === 'em' ? (
      <em>{text}</em>
    ) : mark === 'code' ? (
      <code>{text}</code>
    ) : (
      text
    );
  const link = shownLink(href);
  if (link === undefined) return <>{marked}</>;
  return link.isInternal ? (
    <Link href={link.href} className={styles.link}>
      {marked}
    </Link>
  ) : (
    <a href={link.href} className={styles.link} rel="noopener noreferrer nofollow" target="_blank">
      {marked}
    </a>
  );
}

const Spans = ({ spans }: { spans: readonly Span[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
  spans.map((span, index) => <Words key={index} span={span} />);

/** Items that follow each other belong to one list. */
function groups(blocks: readonly Block[]): Block[][] {
  const found: Block[][] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    const first = last?.[0];
    const continues =
      block.kind === 'item' && first?.kind === 'item' && (first.number === null) === (block.number === null);
    if (continues) last?.push(block);
    else found.push([block]);
  }
  return found;
}

function One({ block }: { block: Block }) {
  const words = <Spans spans={block.spans} />;
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? (
        <h2 className={styles.heading}>{words}</h2>
      ) : (
        <h3 className={styles.heading}>{words}</h3>
      );
    case 'quote':
      return <blockquote className={styles.quote}>{words}</blockquote>;
    case 'code':
      return (
        <pre className={styles.code} dir="ltr">
          {words}
        </pre>
      );
    case 'rule':
      return <hr className={styles.rule} />;
    case 'table':
      return <Rows rows={block.rows} />;
    default:
      return <p className={styles.words}>{words}</p>;
  }
}

function Rows({ rows: [head = [], ...rows] }: { rows: Block['rows'] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
              <th key={index} scope="col">
                <Spans spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
            <tr key={at}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
                <td key={index}>
                  <Spans spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Items({ items }: { items: readonly Block[] }) {
  const List = items[0]?.number === null ? 'ul' : 'ol';
  return (
    <List className={styles.list} start={items[0]?.number ?? undefined}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
        <li key={index} className={cx(1 < item.level && styles.inner)}>
          <Spans spans={item.spans} />
        </li>
      ))}
    </List>
  );
}

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** Of a text in another language than the page. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

/** A text of the operator as our own elements: it cannot hold HTML. */
export function Blocks({ blocks, lang, dir }: BlocksProps) {
  return (
    <div className={styles.text} lang={lang} dir={dir ?? 'auto'}>
      {groups(blocks).map((group, index) =>
        group[0]?.kind === 'item' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
          <Items key={index} items={group} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole.
          group[0] !== undefined && <One key={index} block={group[0]} />
        ),
      )}
    </div>
  );
}
