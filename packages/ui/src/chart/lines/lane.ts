import { EDGES, type Edge } from './entry.ts';
import styles from './lane.module.css';
import { COUNT_PX, LANE_PX } from './lane-layout.ts';

interface LaneOptions {
  /** Name of the button: lines above, or below. */
  nameOf: (edge: Edge, count: number) => string;
  /** Scrolls the prices to the lines of this edge. */
  onScroll: (edge: Edge) => void;
}

const ARROWS = { above: '↑', below: '↓' } as const;

/**
 * The lane between the bars and the price axis, which the chips lie in, with the counts of what is
 * out of view at its ends. Without a lane the counts stand at the edge of the pane.
 */
export function createLane(overlay: HTMLElement, { nameOf, onScroll }: LaneOptions) {
  const ground = document.createElement('div');
  ground.className = styles.lane ?? '';
  ground.hidden = true;
  overlay.prepend(ground);
  const note = document.createElement('span');
  note.className = styles.note ?? '';
  note.dir = 'auto';
  note.hidden = true;
  overlay.append(note);
  const buttons = new Map<Edge, HTMLButtonElement>();
  let written = '';

  function buttonOf(edge: Edge): HTMLButtonElement {
    const known = buttons.get(edge);
    if (known !== undefined) return known;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.count ?? '';
    button.dataset.count = edge;
    button.addEventListener('click', () => onScroll(edge));
    overlay.append(button);
    buttons.set(edge, button);
    return button;
  }

  return {
    place(
      size: { readonly width: number; readonly height: number },
      { hasLane, counts }: { readonly hasLane: boolean; readonly counts: Readonly<Record<Edge, number>> },
    ) {
      const key = [size.width, size.height, hasLane, counts.above, counts.below].join();
      if (written === key) return;
      written = key;
      const left = size.width - LANE_PX;
      ground.hidden = !hasLane;
      ground.style.left = `${left}px`;
      ground.style.height = `${size.height}px`;
      for (const edge of EDGES) {
        const count = counts[edge];
        if (count === 0 && !buttons.has(edge)) continue;
        const button = buttonOf(edge);
        button.hidden = count === 0;
        button.textContent = `${ARROWS[edge]} ${count}`;
        button.ariaLabel = nameOf(edge, count);
        button.title = button.ariaLabel;
        button.style.left = `${left}px`;
        button.style.top = `${edge === 'above' ? 0 : size.height - COUNT_PX}px`;
        button.toggleAttribute('data-edge', !hasLane);
      }
    },
    /** A word about the order that is being written, at a height of the lane. */
    note(at: { readonly text: string; readonly x: number; readonly y: number } | undefined) {
      note.hidden = at === undefined;
      if (at === undefined) return;
      if (note.textContent !== at.text) note.textContent = at.text;
      note.style.transform = `translate(${at.x}px, ${at.y}px)`;
    },
    dispose() {
      ground.remove();
      note.remove();
      for (const button of buttons.values()) button.remove();
    },
  };
}
