import { code } from '@glasshouse/api/codes';
import { CONTENT_DEPTH_MAX, type contentBlock, type contentSpan } from '@glasshouse/api/schemas/content';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Static } from 'typebox';

type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root['children'][number];
type PhrasingContent = Extract<RootContent, { type: 'paragraph' }>['children'][number];

export type Block = Static<typeof contentBlock>;
export type Span = Static<typeof contentSpan>;

export interface ReadMarkdown {
  readonly blocks: readonly Block[];
  /** Codes of what a text may not hold, each once; shown without it. */
  readonly problems: readonly number[];
}

const BLOCKS_MAX = 2_000;
const SPANS_MAX = 500;
const ROWS_MAX = 200;
const CELLS_MAX = 20;
/** Quotes and lists open so many levels at most before the parser sees them. */
const OPENERS_MAX = 40;
const OPENERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){41,}/m;
const BRACKETS = /[[\]!*_~`]{200,}/;
/** Characters that turn the direction of what follows, or that nobody sees. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** https, mailto, or a path of this site: nothing that runs, and no other server by `//`. */
export function isSafeLink(href: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, so that they hide a scheme.
  if (/[\s\\\u0000-\u001f]/.test(href)) return false;
  if (href.startsWith('/')) return !href.startsWith('//');
  if (!URL.canParse(href)) return false;
  const { protocol, username, password } = new URL(href);
  return protocol === 'mailto:' || (protocol === 'https:' && username === '' && password === '');
}

const block = (kind: Block['kind'], spans: readonly Span[] = [], level = 0): Block => ({
  kind,
  level,
  number: null,
  rows: [],
  spans: spans.slice(0, SPANS_MAX),
});

/**
 * Reads Markdown into a flat list of blocks that cannot hold HTML. What is not allowed becomes its
 * plain text and is named in `problems`, so that even a text which was never checked is safe to
 * show.
 */
export function readMarkdown(source: string): ReadMarkdown {
  const problems = new Set<number>();
  const text = source.replace(HIDDEN, () => {
    problems.add(code.wrongFormat);
    return '';
  });
  // The parser takes time with the square of what is opened and never closed.
  if (OPENERS.test(text) || BRACKETS.test(text)) {
    return { blocks: [block('paragraph', [plain(text)])], problems: [code.contentTooDeep] };
  }
  const root: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const blocks: Block[] = [];
  for (const node of root.children) addBlock(node, { blocks, problems, depth: 0 });
  if (BLOCKS_MAX < blocks.length) problems.add(code.outOfRange);
  return { blocks: blocks.slice(0, BLOCKS_MAX), problems: [...problems].sort() };
}

interface Reading {
  readonly blocks: Block[];
  readonly problems: Set<number>;
  /** Lists and quotes around it. */
  readonly depth: number;
}

function addBlock(node: RootContent, reading: Reading): void {
  const { blocks, problems, depth } = reading;
  const spansOf = (children: readonly PhrasingContent[]) => inline(children, { mark: null, href: null }, problems);
  switch (node.type) {
    case 'heading':
      blocks.push(block('heading', spansOf(node.children), Math.min(4, Math.max(2, node.depth))));
      return;
    case 'paragraph':
      blocks.push(block('paragraph', spansOf(node.children)));
      return;
    case 'thematicBreak':
      blocks.push(block('rule'));
      return;
    case 'code':
      blocks.push(block('code', [plain(node.value)]));
      return;
    case 'blockquote':
      if (tooDeep(reading)) return;
      for (const child of node.children) {
        const before = blocks.length;
        addBlock(child, { ...reading, depth: depth + 1 });
        for (let at = before; at < blocks.length; at += 1) {
          const made = blocks[at];
          if (made?.kind === 'paragraph') blocks[at] = { ...made, kind: 'quote' };
        }
      }
      return;
    case 'list':
      if (tooDeep(reading)) return;
      node.children.forEach((item, index) => {
        const number = node.ordered === true ? (node.start ?? 1) + index : null;
        item.children.forEach((child, nth) => {
          if (nth === 0 && child.type === 'paragraph') {
            blocks.push({ ...block('item', spansOf(child.children), depth + 1), number });
          } else addBlock(child, { ...reading, depth: depth + 1 });
        });
      });
      return;
    case 'table':
      blocks.push({
        ...block('table'),
        rows: node.children
          .slice(0, ROWS_MAX)
          .map((row) => row.children.slice(0, CELLS_MAX).map((cell) => spansOf(cell.children).slice(0, SPANS_MAX))),
      });
      return;
    case 'html':
      problems.add(code.contentHtml);
      blocks.push(block('paragraph', [plain(node.value)]));
      return;
    default:
      // Definitions of links and footnotes: they would hide where a link leads to.
      problems.add(code.contentLink);
  }
}

function tooDeep({ depth, problems }: Reading): boolean {
  if (depth < CONTENT_DEPTH_MAX) return false;
  problems.add(code.contentTooDeep);
  return true;
}

type Style = Pick<Span, 'mark' | 'href'>;
const plain = (text: string, style: Style = { mark: null, href: null }): Span => ({ text, ...style });

function inline(nodes: readonly PhrasingContent[], style: Style, problems: Set<number>, depth = 0): Span[] {
  if (OPENERS_MAX < depth) {
    problems.add(code.contentTooDeep);
    return [];
  }
  const within = (node: { children: PhrasingContent[] }, more: Partial<Style> = {}) =>
    inline(node.children, { ...style, ...more }, problems, depth + 1);
  return nodes.flatMap((node): Span[] => {
    switch (node.type) {
      case 'text':
        return [plain(node.value, style)];
      case 'inlineCode':
        return [plain(node.value, { ...style, mark: 'code' })];
      case 'break':
        return [plain('\n', style)];
      case 'strong':
        return within(node, { mark: 'strong' });
      case 'emphasis':
        return within(node, { mark: 'em' });
      case 'delete':
        return within(node);
      case 'link':
        if (isSafeLink(node.url)) return within(node, { href: node.url });
        problems.add(code.contentLink);
        return within(node);
      case 'image':
        problems.add(code.contentImage);
        return [plain(node.alt ?? '', style)];
      case 'html':
        problems.add(code.contentHtml);
        return [plain(node.value, style)];
      default:
        problems.add(code.contentLink);
        return 'children' in node ? within(node as { children: PhrasingContent[] }) : [];
    }
  });
}
