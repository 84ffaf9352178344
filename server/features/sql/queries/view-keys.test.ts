import { expect, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { column } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const table = (name: string, columns: string[], ...keys: string[][]) => ({
  name,
  as: name,
  columns: columns.map((name) => column(name)),
  keys,
});
const tables = [
  table('orders', ['id', 'customer_id', 'at'], ['id']),
  table('lines', ['order_id', 'line', 'product_id', 'amount'], ['order_id', 'line']),
  table('customers', ['id', 'email', 'name'], ['id'], ['email']),
  table('products', ['id', 'name'], ['id']),
  table('log', ['at', 'text']),
];

it.each<[string, string, number[][]]>([
  ['the key of the only table', 'select name, id from customers', [[1]]],
  ['each key of the table', 'select id, name, email from customers', [[0], [2]]],
  ['all columns of a key', 'select line, amount, order_id from lines', [[2, 0]]],
  ['a part of a key only', 'select line, amount from lines', []],
  ['no key', 'select at, text from log', []],
  [
    'the table that others are joined to by their keys',
    'select o.id, c.name from orders o join customers c on c.id = o.customer_id',
    [[0]],
  ],
  [
    'likewise of a LEFT JOIN',
    'select c.name, o.id from orders o left join customers c on c.id = o.customer_id',
    [[1]],
  ],
  [
    'tables joined in a row, by a key of two columns',
    'select l.line, o.id, c.name, p.name as product from lines l, orders o, customers c, products p where o.id = l.order_id and c.id = o.customer_id and l.product_id = p.id',
    [[1, 0]],
  ],
  [
    'a table that is found by a part of its key',
    'select o.id, l.line from orders o join lines l on l.order_id = o.id',
    // The other way round each line has one order.
    [[0, 1]],
  ],
  [
    'several rows for one of a table',
    'select o.id, l.amount from orders o join lines l on l.order_id = o.id',
    [],
  ],
  [
    'several rows for one of a LEFT JOIN',
    'select o.id, l.order_id, l.line from orders o left join lines l on l.order_id = o.id',
    [],
  ],
  ['a join without a condition', 'select o.id, c.name from orders o, customers c', []],
  [
    'the first row of each partition',
    'select customer_id, at, x from (select customer_id, at, id as x, row_number() over (partition by customer_id order by at desc) as n from orders) q where n = 1',
    [[2], [0]],
  ],
  [
    'a number within a partition',
    'select row_number() over (partition by customer_id order by at) as n, customer_id, at from orders',
    [[1, 0]],
  ],
  [
    'a number within a partition that is not shown',
    'select row_number() over (partition by customer_id order by at) as n, at from orders',
    [],
  ],
  [
    'some numbers of each partition',
    'select customer_id, at from (select customer_id, at, row_number() over (partition by customer_id order by at) as n from orders) q where n < 3',
    [],
  ],
  [
    'the rest of a key of which a part is given',
    'select line from lines where order_id = 7',
    [[0]],
  ],
  ['groups', 'select sum(amount) as s, order_id from lines group by order_id', [[1]]],
  ['a group that is not shown', 'select sum(amount) as s from lines group by order_id', []],
  [
    'columns of a group that hang on another one',
    'select c.id, c.name, count(*) as n from customers c join orders o on o.customer_id = c.id group by c.id, c.name',
    [[0]],
  ],
  [
    'columns of a group that hang on one of several',
    'select c.name, o.at, c.id, count(*) as n from customers c join orders o on o.customer_id = c.id group by c.id, c.name, o.at',
    [[2, 1]],
  ],
  [
    'columns of a group that hang on several',
    'select l.line, o.id, c.name, count(*) as n from lines l join orders o on o.id = l.order_id join customers c on c.id = o.customer_id left join log on log.text = l.amount group by o.id, l.line, c.name, l.amount',
    [[0, 1]],
  ],
  [
    'columns of a group that nothing determines',
    'select c.name, o.at, count(*) as n from customers c join orders o on o.customer_id = c.id group by c.name, o.at',
    [[0, 1]],
  ],
  [
    'a query in FROM',
    'select q.n, q.c from (select customer_id as c, count(*) as n from orders group by customer_id) q',
    [[1]],
  ],
  ['what * stands for', 'select * from customers', []],
  ['a UNION', 'select id from customers union all select id from orders', []],
  ['one row', 'select count(*) as n from customers', []],
])('what identifies the rows of a query: %s', async (_, query, expected) => {
  const view = { engine: ENGINES.postgresql.id, tables, query };
  await meanings.prepare([view]);
  expect(meanings.ofView(view)?.keys).toEqual(expected);
});

it('SQLite reads a query in FROM without a name, too', async () => {
  const view = {
    engine: ENGINES.sqlite.id,
    tables,
    query:
      'SELECT customer_id, at FROM (SELECT customer_id, at, row_number() OVER (PARTITION BY customer_id ORDER BY at DESC, id DESC) AS rn FROM orders) WHERE rn=1',
  };
  await meanings.prepare([view]);
  expect(meanings.ofView(view)?.keys).toEqual([[0]]);
});
