/** The tree of banks and users, from rows with paths. Pure. */

/**
 * @typedef {{path: string, name: string, depth: number, shares: number, isUser: boolean, children: Node[], part: number, row: object}} Node
 *     `part` is its part of the siblings' shares
 *
 * @param {object[]} rows of `shares`, with `path`, `rawShares` and, of a user, `user`
 * @param {Object<string, number>} [changed] other shares, by path
 * @returns {Node[]} the roots; a row whose parent is not there is one
 */
export function treeOf(rows, changed = {}) {
  const nodes = new Map(rows.map(row => [row.path, {
    path: row.path,
    name: row.path.slice(row.path.lastIndexOf('/') + 1),
    depth: 0,
    shares: changed[row.path] ?? row.rawShares,
    isUser: Boolean(row.user),
    children: [],
    part: 1,
    row,
  }]));
  const roots = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.path.slice(0, Math.max(0, node.path.lastIndexOf('/'))));
    (parent ? parent.children : roots).push(node);
  }
  const share = (siblings, depth) => {
    const sum = siblings.reduce((total, it) => total + it.shares, 0) || 1;
    for (const node of siblings) {
      node.depth = depth;
      node.part = node.shares / sum;
      share(node.children, depth + 1);
    }
  };
  roots.forEach(root => share([root], 0));
  return roots;
}

/** All nodes, each before its children. */
export const flat = roots => roots.flatMap(node => [node, ...flat(node.children)]);

/**
 * Where each node stands when children divide the width of their parent by shares.
 *
 * @returns {Array<{node: Node, left: number, width: number}>} parts of the whole width
 */
export function icicle(roots) {
  const places = [];
  const place = (siblings, left, width) => {
    let at = left;
    for (const node of siblings) {
      places.push({ node, left: at, width: node.part * width });
      place(node.children, at, node.part * width);
      at += node.part * width;
    }
  };
  roots.forEach((root, i) => place([root], i / roots.length, 1 / roots.length));
  return places;
}
