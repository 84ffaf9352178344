/** Edges as two lists of node indexes: `from[i]` needs `to[i]`. */
export interface Graph {
  size: number;
  from: readonly number[];
  to: readonly number[];
}

/** Adjacency lists: where each node's edges begin in `targets`, and the nodes that they lead to. */
export function adjacencyOf({ size, from, to }: Graph): {
  starts: Int32Array;
  targets: Int32Array;
} {
  const starts = new Int32Array(size + 1);
  for (const node of from) starts[node + 1]! += 1;
  for (let node = 0; node < size; node += 1) starts[node + 1]! += starts[node]!;
  const next = starts.slice(0, size);
  const targets = new Int32Array(from.length);
  for (let edge = 0; edge < from.length; edge += 1) targets[next[from[edge]!]!++] = to[edge]!;
  return { starts, targets };
}

/**
 * The number of each node's strongly connected component, by Tarjan's algorithm without recursion: a chain of 20,000
 * would overflow the stack. A component has a higher number than those that it needs.
 */
export function componentsOf(graph: Graph): { of: Int32Array; count: number } {
  const { size } = graph;
  const { starts, targets } = adjacencyOf(graph);
  const [index, low, of] = [0, 1, 2].map(() => new Int32Array(size).fill(-1)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const next = starts.slice(0, size);
  const open: number[] = [];
  const path: number[] = [];
  let [found, count] = [0, 0];
  const enter = (node: number): void => {
    index[node] = low[node] = found++;
    open.push(node);
    path.push(node);
  };
  const leave = (node: number): void => {
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
    if (low[node] !== index[node]) return;
    for (let member = -1; member !== node;) {
      member = open.pop()!;
      of[member] = count;
    }
    count += 1;
  };
  for (let root = 0; root < size; root += 1) {
    if (index[root] !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const node = path.at(-1)!;
      if (next[node]! >= starts[node + 1]!) {
        leave(node);
        continue;
      }
      const target = targets[next[node]!++]!;
      if (index[target] === -1) enter(target);
      else if (of[target] === -1) low[node] = Math.min(low[node]!, index[target]!);
    }
  }
  return { of, count };
}
