import { makeBookshopRows, toInsert } from './bookshop-rows.ts';

const TABLES = `
CREATE TABLE branches (id INTEGER PRIMARY KEY, name TEXT NOT NULL, opened DATE);
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE publishers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER);
CREATE TABLE books (
  id INTEGER PRIMARY KEY, isbn TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  publisher_id INTEGER REFERENCES publishers (id), category_id INTEGER REFERENCES categories (id),
  price DECIMAL(8,2) NOT NULL, published DATE, in_print BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE TABLE book_authors (
  book_id INTEGER NOT NULL REFERENCES books (id), author_id INTEGER NOT NULL REFERENCES authors (id),
  PRIMARY KEY (book_id, author_id)
);
CREATE TABLE suppliers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT);
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers (id),
  branch_id INTEGER NOT NULL REFERENCES branches (id), book_id INTEGER NOT NULL REFERENCES books (id),
  copies INTEGER NOT NULL CHECK (copies > 0), arrived DATETIME NOT NULL
);
CREATE TABLE stock (
  branch_id INTEGER NOT NULL REFERENCES branches (id), book_id INTEGER NOT NULL REFERENCES books (id),
  copies INTEGER NOT NULL, PRIMARY KEY (branch_id, book_id)
);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, joined DATE);
CREATE TABLE loyalty_cards (
  card_number TEXT PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id),
  points INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id),
  branch_id INTEGER NOT NULL REFERENCES branches (id), ordered DATE NOT NULL, status TEXT NOT NULL
);
CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id), line INTEGER NOT NULL,
  book_id INTEGER NOT NULL REFERENCES books (id), copies INTEGER NOT NULL, price DECIMAL(8,2) NOT NULL,
  PRIMARY KEY (order_id, line)
);
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES books (id),
  customer_id INTEGER REFERENCES customers (id), stars INTEGER NOT NULL, words TEXT
);
CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE languages (code TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE employees (
  id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branches (id), name TEXT NOT NULL, hired DATE NOT NULL
);
CREATE TABLE shifts (
  employee_id INTEGER NOT NULL REFERENCES employees (id), worked DATE NOT NULL, hours DECIMAL(4,2) NOT NULL,
  PRIMARY KEY (employee_id, worked)
);
CREATE TABLE vouchers (code TEXT PRIMARY KEY, amount DECIMAL(8,2) NOT NULL, issued DATE NOT NULL);
CREATE TABLE payments (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, voucher TEXT REFERENCES vouchers (code),
  amount DECIMAL(8,2) NOT NULL, paid DATETIME NOT NULL
);
CREATE TABLE readings (
  id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES authors (id),
  branch_id INTEGER NOT NULL REFERENCES branches (id), held DATE NOT NULL, seats INTEGER NOT NULL
);
CREATE TABLE wishes (
  customer_id INTEGER NOT NULL REFERENCES customers (id), book_id INTEGER NOT NULL REFERENCES books (id),
  PRIMARY KEY (customer_id, book_id)
);
CREATE INDEX orders_by_customer ON orders (customer_id);
`;

const VIEWS = `
CREATE VIEW bestsellers AS
  SELECT b.id, b.title, SUM(l.copies) AS sold FROM books b JOIN order_lines l ON l.book_id = b.id
  GROUP BY b.id, b.title ORDER BY sold DESC;
CREATE VIEW low_stock AS
  SELECT s.branch_id, b.title, s.copies FROM stock s JOIN books b ON b.id = s.book_id WHERE s.copies < 3;
CREATE VIEW open_orders AS SELECT id, customer_id, ordered FROM orders WHERE status = 'open';
CREATE VIEW customer_totals AS
  SELECT c.id, c.name, ifnull(SUM(l.copies * l.price), 0) AS spent,
    group_concat(DISTINCT strftime('%Y-%W', o.ordered)) AS weeks
  FROM customers c JOIN orders o ON o.customer_id = c.id JOIN order_lines l ON l.order_id = o.id
  GROUP BY c.id, c.name;
CREATE VIEW staff_by_branch AS
  SELECT b.id, b.name, COUNT(*) AS people FROM branches b JOIN employees e ON e.branch_id = b.id
  GROUP BY b.id, b.name;
CREATE VIEW vouchers_used AS
  SELECT v.code, COUNT(*) AS times FROM vouchers v JOIN payments p ON p.voucher = v.code GROUP BY v.code;
`;

/** The old bookshop, as a script for SQLite. */
export const makeSourceScript = (): string =>
  [TABLES, ...makeBookshopRows().map(toInsert), VIEWS].join('\n');
