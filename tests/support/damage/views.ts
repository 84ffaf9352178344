import { type Name, type Said, saidBy } from './shapes.ts';

interface MovedView {
  name: string;
  source: Said;
  target: Said;
}
const view = (name: string, source: Said, target: Said = source): MovedView => ({
  name,
  source,
  target,
});

/** Queries of `base`, a whole table, and `parents`, as an engine may have them. */
export const CLEAN_VIEWS: MovedView[] = [
  view('v_plain', 'SELECT id, label, amount FROM base WHERE small > 0'),
  view('v_join', 'SELECT b.id, p.name FROM base b JOIN parents p ON p.id = b.parent_id'),
  view(
    'v_join_written_otherwise',
    'SELECT b.id, p.name FROM base b JOIN parents p ON p.id = b.parent_id',
    'SELECT b.id AS id, pp.name AS name FROM base AS b INNER JOIN parents AS pp ON b.parent_id = pp.id',
  ),
  view('v_left', 'SELECT b.id, p.name FROM base b LEFT JOIN parents p ON p.id = b.parent_id'),
  view(
    'v_group',
    'SELECT parent_id, count(*) AS many, sum(small) AS total FROM base GROUP BY parent_id',
  ),
  view(
    'v_having',
    'SELECT parent_id, count(*) AS many FROM base GROUP BY parent_id HAVING count(*) > 5',
  ),
  view('v_case', "SELECT id, CASE WHEN small > 0 THEN 'up' ELSE 'down' END AS way FROM base"),
  view('v_coalesce', {
    mariadb: 'SELECT id, ifnull(parent_id, 0) AS parent FROM base',
    postgresql: 'SELECT id, coalesce(parent_id, 0) AS parent FROM base',
    sqlite: 'SELECT id, ifnull(parent_id, 0) AS parent FROM base',
  }),
  view('v_concat', {
    mariadb: "SELECT id, concat(label, '-', code) AS both_texts FROM base",
    postgresql: "SELECT id, label || '-' || code AS both_texts FROM base",
    sqlite: "SELECT id, label || '-' || code AS both_texts FROM base",
  }),
  view('v_union', 'SELECT id FROM base WHERE small > 0 UNION ALL SELECT id FROM parents'),
  view(
    'v_exists',
    'SELECT p.id FROM parents p WHERE EXISTS (SELECT 1 FROM base b WHERE b.parent_id = p.id)',
  ),
  view(
    'v_between',
    'SELECT id FROM base WHERE small BETWEEN 10 AND 3000',
    'SELECT id FROM base WHERE small >= 10 AND small <= 3000',
  ),
];

/** The same, gone wrong on the way: each asks for something else. */
export const DAMAGED_VIEWS: MovedView[] = [
  view('w_limit', 'SELECT id FROM base WHERE small >= 0', 'SELECT id FROM base WHERE small > 0'),
  view(
    'w_inner',
    'SELECT b.id, p.name FROM base b LEFT JOIN parents p ON p.id = b.parent_id',
    'SELECT b.id, p.name FROM base b JOIN parents p ON p.id = b.parent_id',
  ),
  view('w_column_lost', 'SELECT id, label, small FROM base', 'SELECT id, label FROM base'),
  view(
    'w_columns_turned',
    'SELECT id, small AS a, parent_id AS b FROM base',
    'SELECT id, parent_id AS a, small AS b FROM base',
  ),
  view(
    'w_union',
    'SELECT parent_id FROM base UNION ALL SELECT id FROM parents',
    'SELECT parent_id FROM base UNION SELECT id FROM parents',
  ),
  view('w_distinct', 'SELECT DISTINCT parent_id FROM base', 'SELECT parent_id FROM base'),
  view(
    'w_or',
    'SELECT id FROM base WHERE small > 0 AND parent_id = 2',
    'SELECT id FROM base WHERE small > 0 OR parent_id = 2',
  ),
  view(
    'w_other_column',
    'SELECT sum(small) AS total FROM base',
    'SELECT sum(hits) AS total FROM base',
  ),
  view('w_count', 'SELECT count(*) AS many FROM base', 'SELECT count(parent_id) AS many FROM base'),
  view(
    'w_literal',
    "SELECT id FROM base WHERE code <> 'C1001'",
    "SELECT id FROM base WHERE code <> 'C1002'",
  ),
  view(
    'w_whole_division',
    {
      mariadb: 'SELECT id, small / 7 AS part FROM base',
      postgresql: 'SELECT id, small / 7.0 AS part FROM base',
      sqlite: 'SELECT id, small / 7.0 AS part FROM base',
    },
    {
      mariadb: 'SELECT id, small DIV 7 AS part FROM base',
      postgresql: 'SELECT id, small / 7 AS part FROM base',
      sqlite: 'SELECT id, small / 7 AS part FROM base',
    },
  ),
  view(
    'w_null_in_concat',
    {
      mariadb: 'SELECT id, concat(label, note) AS texts FROM base',
      postgresql: 'SELECT id, label || note AS texts FROM base',
      sqlite: 'SELECT id, label || note AS texts FROM base',
    },
    {
      mariadb: "SELECT id, concat_ws('', label, note) AS texts FROM base",
      postgresql: 'SELECT id, concat(label, note) AS texts FROM base',
      sqlite: "SELECT id, label || coalesce(note, '') AS texts FROM base",
    },
  ),
  view(
    'w_not_in',
    'SELECT id FROM base WHERE parent_id NOT IN (1, 2)',
    'SELECT id FROM base WHERE parent_id NOT IN (1, 3)',
  ),
  view(
    'w_exists',
    'SELECT p.id FROM parents p WHERE EXISTS (SELECT 1 FROM base b WHERE b.parent_id = p.id)',
    'SELECT p.id FROM parents p WHERE NOT EXISTS (SELECT 1 FROM base b WHERE b.parent_id = p.id)',
  ),
  view(
    'w_having',
    'SELECT parent_id, count(*) AS many FROM base GROUP BY parent_id HAVING count(*) > 5',
    'SELECT parent_id, count(*) AS many FROM base GROUP BY parent_id HAVING count(*) > 6',
  ),
  view(
    'w_coalesce',
    'SELECT id, coalesce(parent_id, 0) AS parent FROM base',
    'SELECT id, coalesce(parent_id, 1) AS parent FROM base',
  ),
  view(
    'w_else',
    "SELECT id, CASE WHEN small > 0 THEN 'up' ELSE 'down' END AS way FROM base",
    "SELECT id, CASE WHEN small > 0 THEN 'up' END AS way FROM base",
  ),
  view(
    'w_on_to_where',
    'SELECT p.id, b.code FROM parents p LEFT JOIN base b ON b.parent_id = p.id AND b.small > 0',
    'SELECT p.id, b.code FROM parents p LEFT JOIN base b ON b.parent_id = p.id WHERE b.small > 0',
  ),
  view(
    'w_max',
    'SELECT parent_id, max(day) AS last FROM base GROUP BY parent_id',
    'SELECT parent_id, min(day) AS last FROM base GROUP BY parent_id',
  ),
  view(
    'w_distinct_count',
    'SELECT count(DISTINCT parent_id) AS many FROM base',
    'SELECT count(parent_id) AS many FROM base',
  ),
  view(
    'w_last_ones',
    'SELECT id FROM base ORDER BY id LIMIT 5',
    'SELECT id FROM base ORDER BY id DESC LIMIT 5',
  ),
  view(
    'w_window',
    'SELECT id, row_number() OVER (PARTITION BY parent_id ORDER BY id) AS place FROM base',
    'SELECT id, row_number() OVER (ORDER BY id) AS place FROM base',
  ),
  view(
    'w_except',
    'SELECT id FROM parents EXCEPT SELECT parent_id FROM base WHERE small > 0',
    'SELECT id FROM parents EXCEPT SELECT parent_id FROM base',
  ),
  view(
    'w_pattern',
    "SELECT id FROM base WHERE label LIKE '%e __'",
    "SELECT id FROM base WHERE label LIKE '%e%__'",
  ),
  view(
    'w_first_null',
    'SELECT parent_id, id FROM base ORDER BY parent_id, id LIMIT 5',
    'SELECT parent_id, id FROM base ORDER BY parent_id DESC, id LIMIT 5',
  ),
  view(
    'w_order_of_join',
    'SELECT b.id, p.name FROM parents p JOIN base b ON p.id = b.parent_id',
    'SELECT b.id, p.name FROM parents p JOIN base b ON p.id = b.id',
  ),
];

export const createView = (
  { name, ...sides }: MovedView,
  side: 'source' | 'target',
  engine: Name,
) => `CREATE VIEW ${name} AS ${saidBy(sides[side], engine)}`;
