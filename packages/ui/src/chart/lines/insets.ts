import { formatRemaining } from '../../figures/remaining.ts';
import sealStyles from '../../glass/seal.module.css';
import { SEAL_PANES } from '../../glass/seal.tsx';
import type { ChartInset } from '../types.ts';
import styles from './lane.module.css';
import { INSET_PX } from './lane-layout.ts';
import { wayOf } from './way.ts';

const WAY_PX = { width: 96, height: 34 } as const;
const SVG = 'http://www.w3.org/2000/svg';

interface Inset {
  readonly button: HTMLButtonElement;
  readonly side: HTMLElement;
  readonly left: HTMLElement;
  readonly stake: HTMLElement;
  readonly net: HTMLElement;
  readonly path: SVGPathElement;
  readonly entry: SVGLineElement;
  readonly ring: SVGCircleElement;
  readonly seal: SVGSVGElement;
  inset: ChartInset;
  /** Its top until now; undefined while it has no place. */
  top: number | undefined;
}

const svg = <Name extends 'path' | 'line' | 'circle' | 'svg'>(name: Name): SVGElementTagNameMap[Name] =>
  document.createElementNS(SVG, name);

/** As `Seal` draws it; the words about it are those of its pane. */
function makeSeal(): SVGSVGElement {
  const seal = svg('svg');
  seal.setAttribute('viewBox', '0 0 24 24');
  seal.setAttribute('class', [sealStyles.seal, sealStyles.s].join(' '));
  seal.ariaHidden = 'true';
  for (const pane of SEAL_PANES) {
    const path = svg('path');
    path.setAttribute('d', pane);
    seal.append(path);
  }
  return seal;
}

/** Options as small panes in the lane: side, time left, their way, stake and net result. */
export function createInsets(overlay: HTMLElement, now: () => number) {
  let insets: Inset[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;

  function make(inset: ChartInset): Inset {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.inset ?? '';
    button.dataset.inset = inset.id;
    button.hidden = true;
    const line = () => {
      const row = document.createElement('span');
      row.className = styles.line ?? '';
      const parts = [document.createElement('span'), document.createElement('bdi')] as const;
      for (const part of parts) row.append(part);
      return { row, parts };
    };
    const head = line();
    const foot = line();
    const way = svg('svg');
    way.setAttribute('class', styles.way ?? '');
    way.setAttribute('viewBox', `0 0 ${WAY_PX.width} ${WAY_PX.height}`);
    way.ariaHidden = 'true';
    const [entry, path, ring] = [svg('line'), svg('path'), svg('circle')];
    entry.setAttribute('x2', String(WAY_PX.width));
    ring.setAttribute('r', '2.5');
    way.append(entry, path, ring);
    button.append(head.row, way, foot.row);
    const [side, left] = head.parts;
    const [stake, net] = foot.parts;
    const seal = makeSeal();
    head.row.append(seal);
    side.className = styles.strong ?? '';
    net.className = styles.strong ?? '';
    for (const figure of [left, net]) figure.dir = 'ltr';
    overlay.append(button);
    const made: Inset = { button, side, left, stake, net, path, entry, ring, seal, inset, top: undefined };
    button.addEventListener('click', () => made.inset.onPress());
    return made;
  }
  const put = (element: HTMLElement, text: string) => {
    if (element.textContent !== text) element.textContent = text;
  };

  function writeTime({ inset, left }: Inset) {
    put(left, inset.result ?? formatRemaining(Math.max(0, inset.to - now())));
  }
  function write(shown: Inset, last: number | undefined) {
    const { inset, button, side, stake, net, path, entry, ring, seal } = shown;
    put(side, inset.label);
    side.dataset.tone = inset.tone;
    put(stake, inset.stake);
    const value = last === undefined ? undefined : inset.value(last);
    put(net, value?.short ?? value?.text ?? '');
    net.dataset.tone = value?.tone ?? 'neutral';
    // Its name is the text that it shows, which ends with the result in short.
    button.ariaDescription = [inset.pressLabel, value?.text, inset.seal?.label]
      .filter((text) => text !== undefined)
      .join(', ');
    const points = inset.prices();
    // Of what still runs the way fills the frame; an end is at its right.
    const to = inset.result === undefined ? Math.max(now(), inset.from + 1) : inset.to;
    const way = wayOf(points, { ...WAY_PX, from: inset.from, to, entry: inset.price });
    path.setAttribute('d', way.path);
    entry.setAttribute('y1', String(way.entryY));
    entry.setAttribute('y2', String(way.entryY));
    ring.setAttribute('cx', String(way.end.x));
    ring.setAttribute('cy', String(way.end.y));
    seal.toggleAttribute('hidden', inset.seal === undefined);
    seal.dataset.state = inset.seal?.state ?? 'open';
    writeTime(shown);
  }

  return {
    set(next: readonly ChartInset[], last: number | undefined) {
      const known = new Map(insets.map((shown) => [shown.inset.id, shown]));
      insets = next.map((inset) => {
        const shown = known.get(inset.id) ?? make(inset);
        known.delete(inset.id);
        shown.inset = inset;
        write(shown, last);
        return shown;
      });
      for (const { button } of known.values()) button.remove();
      clearInterval(timer);
      timer = undefined;
      if (insets.some(({ inset }) => inset.result === undefined)) {
        timer = setInterval(() => {
          for (const shown of insets) writeTime(shown);
        }, 1_000);
      }
    },
    tick(last: number) {
      for (const shown of insets) write(shown, last);
    },
    /** Gives each its place, those that end first before the others. */
    place(x: number, topOf: (before: number | undefined) => number | undefined) {
      for (const shown of insets.toSorted((left, right) => left.inset.to - right.inset.to)) {
        const top = topOf(shown.top);
        shown.top = top;
        shown.button.hidden = top === undefined;
        if (top !== undefined) shown.button.style.transform = `translate(${x}px, ${Math.round(top)}px)`;
      }
    },
    height: INSET_PX.height,
    dispose() {
      clearInterval(timer);
      for (const { button } of insets) button.remove();
    },
  };
}
