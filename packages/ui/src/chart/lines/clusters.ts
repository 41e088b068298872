import type { ChartLineValue } from '../types.ts';
import { chipParts, writeChip } from './chips.ts';
import { type ChipBox, type LineEntry, shownValue } from './entry.ts';
import styles from './lane.module.css';

/** So far from its chips the pointer still belongs to an open cluster. */
const AROUND_PX = 6;

interface ClusterOptions {
  /** The sum of several figures, if they can be added. */
  sum: (values: readonly ChartLineValue[]) => ChartLineValue | undefined;
  /** The first of the elements of its members, before which the button stands. */
  elementOf: (entry: LineEntry) => HTMLElement | undefined;
  /** Whether an element belongs to a member. */
  has: (entry: LineEntry, element: Element | null) => boolean;
  onToggle: () => void;
}

interface Cluster {
  readonly button: HTMLButtonElement;
  readonly name: HTMLElement;
  readonly value: HTMLElement;
  members: readonly LineEntry[];
  placed: string | undefined;
}

/** `Long ×3` where all are of a kind, otherwise their short names. */
function nameOf(members: readonly LineEntry[]): string {
  const [first] = members;
  const kinds = new Set(members.map(({ line }) => line.kind?.id));
  if (first?.line.kind !== undefined && kinds.size === 1) return first.line.kind.several(members.length);
  return [...new Set(members.map(({ line }) => line.kind?.name ?? line.shortLabel ?? line.label))].join(' · ');
}

/** Chips that stand for several lines at nearly one price; each opens into its lines. */
export function createClusters(overlay: HTMLElement, { sum, elementOf, has, onToggle }: ClusterOptions) {
  const known = new Map<string, Cluster>();
  /** Ids of the lines whose cluster is open. */
  let open: ReadonlySet<string> = new Set();

  const isOpen = (members: readonly LineEntry[]): boolean => members.some(({ line }) => open.has(line.id));
  function setOpen(members: readonly LineEntry[]) {
    open = new Set(members.map(({ line }) => line.id));
    onToggle();
  }
  function close() {
    if (open.size === 0) return;
    open = new Set();
    onToggle();
  }

  function make(key: string): Cluster {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.chip ?? '';
    button.dataset.cluster = '';
    const cluster: Cluster = { button, ...chipParts(button), members: [], placed: undefined };
    button.addEventListener('pointerenter', (event) => {
      if (event.pointerType === 'mouse') setOpen(cluster.members);
    });
    button.addEventListener('click', (event) => {
      setOpen(cluster.members);
      // By keyboard: on to the first of its members, which cover the button.
      if (event.detail === 0) requestAnimationFrame(() => cluster.members[0] && elementOf(cluster.members[0])?.focus());
    });
    known.set(key, cluster);
    overlay.append(button);
    return cluster;
  }

  const stop = new AbortController();
  // The pointer or the focus has left the open chips.
  addEventListener(
    'pointermove',
    ({ clientX, clientY, buttons, pointerType }) => {
      if (open.size === 0 || buttons !== 0 || pointerType !== 'mouse') return;
      if (!isNear(clientX, clientY) && !isWithin(document.activeElement)) close();
    },
    { signal: stop.signal, passive: true },
  );
  addEventListener(
    'focusin',
    ({ target }) => {
      if (0 < open.size && !isWithin(target as Element | null)) close();
    },
    { signal: stop.signal },
  );
  /** On the chips of the open cluster, or between them. */
  function isNear(x: number, y: number): boolean {
    for (const { members } of known.values()) {
      if (!isOpen(members)) continue;
      const boxes = members.flatMap((entry) => elementOf(entry)?.getBoundingClientRect() ?? []);
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      const top = Math.min(...boxes.map((box) => box.top));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      if (left - AROUND_PX <= x && x <= right + AROUND_PX && top - AROUND_PX <= y && y <= bottom + AROUND_PX)
        return true;
    }
    return false;
  }
  function isWithin(element: Element | null): boolean {
    for (const { button, members } of known.values()) {
      if (!isOpen(members)) continue;
      if (button === element || button.contains(element)) return true;
      if (members.some((entry) => has(entry, element) || elementOf(entry)?.contains(element) === true)) return true;
    }
    return false;
  }

  return {
    isOpen,
    close,
    /** After layout: one button for each group of lines. */
    place(groups: readonly { readonly members: readonly LineEntry[]; readonly box: ChipBox }[]) {
      const present = new Set<string>();
      for (const { members, box } of groups) {
        const key = members[0]?.line.id ?? '';
        present.add(key);
        const cluster = known.get(key) ?? make(key);
        const { button } = cluster;
        cluster.members = members;
        const first = members[0] && elementOf(members[0]);
        if (first !== undefined && button.nextElementSibling !== first) overlay.insertBefore(button, first);
        const values = members.flatMap((entry) => shownValue(entry) ?? []);
        const total = values.length === members.length ? sum(values) : undefined;
        const text = nameOf(members);
        writeChip(cluster, text, total);
        const tones = new Set(members.map(({ line }) => line.tone));
        button.dataset.tone = tones.size === 1 ? members[0]?.line.tone : 'neutral';
        button.title = members.map(({ line }) => line.label).join(', ');
        const expanded = isOpen(members);
        const placed = `${box.left} ${box.top} ${box.width} ${box.isHandle} ${expanded}`;
        if (cluster.placed === placed) continue;
        cluster.placed = placed;
        button.ariaExpanded = String(expanded);
        button.toggleAttribute('data-handle', box.isHandle);
        button.style.transform = `translate(${box.left}px, ${box.top}px)`;
        button.style.width = `${box.width}px`;
        button.style.height = `${box.height}px`;
      }
      for (const [key, { button }] of known) {
        if (present.has(key)) continue;
        button.remove();
        known.delete(key);
      }
    },
    dispose() {
      stop.abort();
      for (const { button } of known.values()) button.remove();
    },
  };
}
