import { EDGES, type Edge } from './entry.ts';
import styles from './handles.module.css';
import { ARROWS } from './label.ts';
import { DOCK_PX, type Dock, LABEL_PX } from './line-layout.ts';

interface DocksOptions {
  /** Name of the button: lines above, or below. */
  nameOf: (edge: Edge, count: number) => string;
  onToggle: () => void;
}

/** At each edge, a button that unfolds the labels of the lines beyond it. */
export function createDocks(overlay: HTMLElement, { nameOf, onToggle }: DocksOptions) {
  const buttons = new Map<Edge, HTMLButtonElement>();
  /** What each shows, to skip redundant writes. */
  const known = new Map<Edge, string>();
  const open = new Set<Edge>();

  function make(edge: Edge): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.dock ?? '';
    button.dataset.dock = edge;
    button.style.width = `${DOCK_PX}px`;
    button.style.height = `${LABEL_PX}px`;
    button.addEventListener('click', () => {
      if (!open.delete(edge)) open.add(edge);
      onToggle();
    });
    overlay.append(button);
    buttons.set(edge, button);
    return button;
  }

  return {
    isOpen: (edge: Edge): boolean => open.has(edge),
    /** After layout. Only what changed is written, because this runs with every repaint. */
    place(docks: readonly Dock[]) {
      for (const edge of EDGES) {
        const dock = docks.find((candidate) => candidate.edge === edge);
        const button = buttons.get(edge) ?? (dock && make(edge));
        if (button === undefined) continue;
        if (dock === undefined) {
          open.delete(edge);
          button.hidden = true;
          continue;
        }
        const { count, left, top } = dock;
        const written = [count, left, top, open.has(edge)].join();
        if (!button.hidden && known.get(edge) === written) continue;
        known.set(edge, written);
        button.hidden = false;
        button.textContent = `${ARROWS[edge]} ${count}`;
        button.ariaLabel = nameOf(edge, count);
        button.ariaExpanded = String(open.has(edge));
        button.style.transform = `translate(${left}px, ${top}px)`;
      }
    },
    /** The user turned to the prices. */
    fold() {
      if (open.size === 0) return;
      open.clear();
      onToggle();
    },
    dispose() {
      for (const button of buttons.values()) button.remove();
    },
  };
}
