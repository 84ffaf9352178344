import { makeBookshopRows, toInsert } from './bookshop-rows.ts';
import type { TableRows } from './bookshop-rows.ts';

// On purpose: the table reviews and the view customer_totals are missing, stock is called
// branch_stock, books.price is a float, deliveries.arrived a text, low_stock has another limit,
// loyalty_cards has lost its foreign key.
const TABLES = `
CREATE TABLE branches (id integer PRIMARY KEY, name text NOT NULL, opened date);
CREATE TABLE categories (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE publishers (id integer PRIMARY KEY, name text NOT NULL, city text);
CREATE TABLE authors (id integer PRIMARY KEY, name text NOT NULL, born integer);
CREATE TABLE books (
  id integer PRIMARY KEY, isbn text NOT NULL UNIQUE, title text NOT NULL,
  publisher_id integer REFERENCES publishers (id), category_id integer REFERENCES categories (id),
  price real NOT NULL, published date, in_print boolean NOT NULL DEFAULT true
);
CREATE TABLE book_authors (
  book_id integer NOT NULL REFERENCES books (id), author_id integer NOT NULL REFERENCES authors (id),
  PRIMARY KEY (book_id, author_id)
);
CREATE TABLE suppliers (id integer PRIMARY KEY, name text NOT NULL, email text);
CREATE TABLE deliveries (
  id integer PRIMARY KEY, supplier_id integer NOT NULL REFERENCES suppliers (id),
  branch_id integer NOT NULL REFERENCES branches (id), book_id integer NOT NULL REFERENCES books (id),
  copies integer NOT NULL CHECK (copies > 0), arrived text NOT NULL
);
CREATE TABLE branch_stock (
  branch_id integer NOT NULL REFERENCES branches (id), book_id integer NOT NULL REFERENCES books (id),
  copies integer NOT NULL, PRIMARY KEY (branch_id, book_id)
);
CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL, email text UNIQUE, joined date);
CREATE TABLE loyalty_cards (
  card_number text PRIMARY KEY, customer_id integer NOT NULL,
  points integer NOT NULL DEFAULT 0
);
CREATE TABLE orders (
  id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customers (id),
  branch_id integer NOT NULL REFERENCES branches (id), ordered date NOT NULL, status text NOT NULL
);
CREATE TABLE order_lines (
  order_id integer NOT NULL REFERENCES orders (id), line integer NOT NULL,
  book_id integer NOT NULL REFERENCES books (id), copies integer NOT NULL, price numeric(8,2) NOT NULL,
  PRIMARY KEY (order_id, line)
);
CREATE TABLE order_archive (LIKE orders);
CREATE INDEX orders_by_customer ON orders (customer_id);
`;

const VIEWS = `
CREATE VIEW bestsellers AS
  SELECT b.id, b.title, sum(l.copies) AS sold FROM books b JOIN order_lines l ON l.book_id = b.id
  GROUP BY b.id, b.title ORDER BY sold DESC;
CREATE VIEW low_stock AS
  SELECT s.branch_id, b.title, s.copies FROM branch_stock s JOIN books b ON b.id = s.book_id
  WHERE s.copies < 5;
CREATE VIEW open_orders AS SELECT id, customer_id, ordered FROM orders WHERE status = 'open';
CREATE MATERIALIZED VIEW category_sales AS
  SELECT c.name, sum(l.copies) AS sold FROM categories c JOIN books b ON b.category_id = c.id
  JOIN order_lines l ON l.book_id = b.id GROUP BY c.name;
`;

const ROUTINES = `
CREATE FUNCTION order_total(order_number integer) RETURNS numeric LANGUAGE sql STABLE AS
  'SELECT sum(copies * price) FROM order_lines WHERE order_id = order_number';
CREATE FUNCTION with_tax(price numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS
  'SELECT round(price * 1.07, 2)';
CREATE FUNCTION with_tax(price numeric, rate numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS
  'SELECT round(price * (1 + rate / 100), 2)';
CREATE FUNCTION copies_in_stock(book integer) RETURNS bigint LANGUAGE sql STABLE AS
  'SELECT coalesce(sum(copies), 0) FROM branch_stock WHERE book_id = book';
CREATE FUNCTION refuse_negative_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.copies < 0 THEN RAISE EXCEPTION 'No copies left of book %', new.book_id; END IF;
  RETURN new;
END $$;
CREATE TRIGGER stock_stays_positive BEFORE INSERT OR UPDATE ON branch_stock
  FOR EACH ROW EXECUTE FUNCTION refuse_negative_stock();
CREATE PROCEDURE close_order(order_number integer) LANGUAGE sql AS
  'UPDATE orders SET status = ''paid'' WHERE id = order_number';
CREATE PROCEDURE restock(branch integer, book integer, added integer) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE branch_stock SET copies = copies + added WHERE branch_id = branch AND book_id = book;
END $$;
CREATE PROCEDURE archive_orders(before date) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_archive SELECT * FROM orders WHERE ordered < before AND status = 'paid';
END $$;
`;

/** The move is not finished: two orders and a card are not there yet, a name lost its accent. */
function migrate({ table, columns, rows }: TableRows): TableRows[] {
  switch (table) {
    case 'reviews':
      return [];
    case 'stock':
      return [{ table: 'branch_stock', columns, rows }];
    case 'loyalty_cards':
      return [{ table, columns, rows: rows.slice(0, -1) }];
    case 'orders':
      return [{ table, columns, rows: rows.filter((row) => Number(row[0]) <= 78) }];
    case 'order_lines':
      return [{ table, columns, rows: rows.filter((row) => Number(row[0]) <= 78) }];
    case 'authors':
      return [
        {
          table,
          columns,
          rows: rows.map((row) =>
            row.map((cell) => (typeof cell === 'string' ? cell.replace('É', 'E') : cell)),
          ),
        },
      ];
    case 'suppliers':
      return [{ table, columns, rows: rows.map((row) => row.map((cell) => cell ?? '')) }];
    default:
      return [{ table, columns, rows }];
  }
}

/** The bookshop as far as it has been moved, for PostgreSQL; `reader` may look at everything. */
export const makeTargetScript = (reader: string): string =>
  [
    TABLES,
    ...makeBookshopRows().flatMap(migrate).map(toInsert),
    VIEWS,
    'REFRESH MATERIALIZED VIEW category_sales;',
    ROUTINES,
    `GRANT USAGE ON SCHEMA public TO ${reader};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader};`,
  ].join('\n');
