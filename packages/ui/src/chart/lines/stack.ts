interface StackBounds {
  /** Distance between the centres of two labels. */
  gap: number;
  /** Bounds for the centres of the first and last label. */
  top: number;
  bottom: number;
}

interface Cluster {
  members: number[];
  /** Sum of the positions that each member wants for the first one. */
  sum: number;
  first: number;
}

/**
 * Stacks labels without overlap: each at its own height where possible, otherwise spread around the
 * centre of those that collide, in price order. More labels than fit overlap evenly.
 */
export function stackLabels(centres: readonly number[], { gap, top, bottom }: StackBounds): number[] {
  const height = Math.max(0, bottom - top);
  const step = centres.length < 2 ? gap : Math.min(gap, height / (centres.length - 1));
  const put = (cluster: Cluster) => {
    const length = (cluster.members.length - 1) * step;
    cluster.first = Math.max(top, Math.min(top + height - length, cluster.sum / cluster.members.length));
  };
  const order = [...centres.keys()].sort(
    (left, right) => (centres[left] as number) - (centres[right] as number) || left - right,
  );
  const clusters: Cluster[] = [];
  for (const index of order) {
    let cluster: Cluster = { members: [index], sum: centres[index] as number, first: 0 };
    put(cluster);
    for (let above = clusters.at(-1); above !== undefined; above = clusters.at(-1)) {
      if (above.first + above.members.length * step <= cluster.first) break;
      clusters.pop();
      cluster = {
        members: [...above.members, ...cluster.members],
        sum: above.sum + cluster.sum - cluster.members.length * above.members.length * step,
        first: 0,
      };
      put(cluster);
    }
    clusters.push(cluster);
  }
  const places: number[] = [];
  for (const { members, first } of clusters) {
    for (const [position, index] of members.entries()) places[index] = first + position * step;
  }
  return places;
}
