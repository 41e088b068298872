export interface Pixel {
  x: number;
  y: number;
}

/** A drawing in pixels of its pane. */
export type Shape =
  | { id: string; kind: 'horizontal'; y: number }
  | { id: string; kind: 'trend'; from: Pixel; to: Pixel };

/** The part of a drawing under the pointer. */
export interface Grip {
  id: string;
  part: 'from' | 'to' | 'whole';
}

const distance = (left: Pixel, right: Pixel): number => Math.hypot(left.x - right.x, left.y - right.y);

function distanceToSegment(pixel: Pixel, from: Pixel, to: Pixel): number {
  const length = distance(from, to);
  if (length === 0) return distance(pixel, from);
  const along = ((pixel.x - from.x) * (to.x - from.x) + (pixel.y - from.y) * (to.y - from.y)) / length ** 2;
  const share = Math.max(0, Math.min(1, along));
  return distance(pixel, { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
}

function gripOn(shape: Shape, pixel: Pixel, reach: number): Grip | undefined {
  if (shape.kind === 'horizontal') {
    return Math.abs(pixel.y - shape.y) <= reach ? { id: shape.id, part: 'whole' } : undefined;
  }
  // Ends have a larger target than the line, for touch.
  const fromEnd = distance(pixel, shape.from);
  const toEnd = distance(pixel, shape.to);
  if (Math.min(fromEnd, toEnd) <= reach * 1.5) return { id: shape.id, part: fromEnd < toEnd ? 'from' : 'to' };
  return distanceToSegment(pixel, shape.from, shape.to) <= reach ? { id: shape.id, part: 'whole' } : undefined;
}

/** The topmost drawing under a pixel; the selected one first, because its ends are visible. */
export function gripAt(
  shapes: readonly Shape[],
  pixel: Pixel,
  { reach, selected }: { reach: number; selected: string | undefined },
): Grip | undefined {
  const order = [...shapes]
    .reverse()
    .sort((left, right) => Number(right.id === selected) - Number(left.id === selected));
  for (const shape of order) {
    const grip = gripOn(shape, pixel, reach);
    if (grip !== undefined) return grip;
  }
  return undefined;
}
