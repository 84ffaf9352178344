/** Groups items by a common value; groups are in the order of their first item. */
export function groupBy<Item, Common>(
  items: Iterable<Item>,
  commonOf: (item: Item) => Common,
): Map<Common, Item[]> {
  const groups = new Map<Common, Item[]>();
  for (const item of items) {
    const common = commonOf(item);
    const group = groups.get(common);
    if (group) group.push(item);
    else groups.set(common, [item]);
  }
  return groups;
}
