export type Cell = string | number | null;
export interface TableRows {
  table: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const BRANCHES = ['Harbour Street', 'Old Mill', 'Railway Arch'];
const CATEGORIES = ['Novels', 'Seafaring', 'Gardens', 'Cookery', 'Local history', 'Children'];
const PUBLISHERS = ['Lantern Press', 'Grey Heron', 'Two Bridges', 'Tidewater & Sons'];
const FIRST_NAMES = ['Ada', 'Bruno', 'Clara', 'Dmitri', 'Élodie', 'Femke', 'Göran', 'Hana', 'Ivo'];
const LAST_NAMES = ['Marlow', 'Okafor', 'Petersen', 'Quill', 'Rossi', 'Sørensen', 'Tanaka'];
const COUNTRIES = ['CH Switzerland', 'DK Denmark', 'FR France', 'GB Great Britain', 'SE Sweden'];
const LANGUAGES = ['da Danish', 'de German', 'en English', 'fr French', 'sv Swedish'];
const ADJECTIVES = ['Quiet', 'Crooked', 'Salted', 'Second', 'Borrowed', 'Winter', 'Painted'];
const NOUNS = ['Lighthouse', 'Orchard', 'Kitchen', 'Ferry', 'Ledger', 'Harbour', 'Window'];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const times = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i));
const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
const person = (n: number) => `${pick(FIRST_NAMES, n)} ${pick(LAST_NAMES, n * 3)}`;
const cents = (n: number) => (n / 100).toFixed(2);
const table = (name: string, columns: string, rows: Cell[][]): TableRows => ({
  table: name,
  columns: columns.split(' '),
  rows,
});

/** The content of the old bookshop's database: invented, deterministic, parents before children. */
export const makeBookshopRows = (): TableRows[] => [
  ...makeCatalogue(),
  ...makeTrade(),
  ...makeHouse(),
];

function makeCatalogue(): TableRows[] {
  return [
    table(
      'branches',
      'id name opened',
      BRANCHES.map((name, i) => [i + 1, name, day(i * 40)]),
    ),
    table(
      'categories',
      'id name',
      CATEGORIES.map((name, i) => [i + 1, name]),
    ),
    table(
      'publishers',
      'id name city',
      PUBLISHERS.map((name, i) => [i + 1, name, pick(BRANCHES, i)]),
    ),
    table(
      'authors',
      'id name born',
      times(14, (i) => [i + 1, person(i), 1931 + i * 4]),
    ),
    table(
      'books',
      'id isbn title publisher_id category_id price published in_print',
      times(40, (i) => [
        i + 1,
        `978-0-00-${String(100_000 + i * 37)}`,
        `The ${pick(ADJECTIVES, i)} ${pick(NOUNS, i * 2 + Math.floor(i / 7))}`,
        (i % PUBLISHERS.length) + 1,
        (i % CATEGORIES.length) + 1,
        cents(795 + i * 45),
        day(i * 5 - 900),
        i % 9 === 0 ? 0 : 1,
      ]),
    ),
    table(
      'book_authors',
      'book_id author_id',
      times(40, (i) => [i + 1, (i % 14) + 1]),
    ),
  ];
}

function makeTrade(): TableRows[] {
  return [
    table(
      'suppliers',
      'id name email',
      times(4, (i) => [
        i + 1,
        `${pick(LAST_NAMES, i)} Book Wholesale`,
        i === 2 ? null : `orders@supplier${i + 1}.example`,
      ]),
    ),
    table(
      'deliveries',
      'id supplier_id branch_id book_id copies arrived',
      times(30, (i) => [
        i + 1,
        (i % 4) + 1,
        (i % 3) + 1,
        (i % 40) + 1,
        5 + (i % 6),
        `${day(i * 3)} ${String(7 + (i % 9)).padStart(2, '0')}:15:00`,
      ]),
    ),
    table(
      'stock',
      'branch_id book_id copies',
      times(90, (i) => [(i % 3) + 1, (Math.floor(i / 3) % 40) + 1, (i * 7) % 12]),
    ),
    table(
      'customers',
      'id name email joined',
      times(25, (i) => [i + 1, person(i + 5), `reader${i + 1}@post.example`, day(i * 2)]),
    ),
    table(
      'loyalty_cards',
      'card_number customer_id points',
      times(12, (i) => [`HB-${1000 + i}`, i * 2 + 1, i * 35]),
    ),
    table(
      'orders',
      'id customer_id branch_id ordered status',
      times(80, (i) => [
        i + 1,
        (i % 25) + 1,
        (i % 3) + 1,
        day(60 + i),
        pick(['open', 'sent', 'paid'], i),
      ]),
    ),
    table(
      'order_lines',
      'order_id line book_id copies price',
      times(160, (i) => [
        Math.floor(i / 2) + 1,
        (i % 2) + 1,
        (i % 40) + 1,
        1 + (i % 3),
        cents(795 + (i % 40) * 45),
      ]),
    ),
    table(
      'reviews',
      'id book_id customer_id stars words',
      times(20, (i) => [
        i + 1,
        ((i * 3) % 40) + 1,
        (i % 25) + 1,
        1 + (i % 5),
        `“${pick(ADJECTIVES, i + 2)}” says it all 📚`,
      ]),
    ),
  ];
}

function makeHouse(): TableRows[] {
  const named = (text: string): Cell[] => [text.slice(0, 2), text.slice(3)];
  return [
    table('countries', 'code name', COUNTRIES.map(named)),
    table('languages', 'code name', LANGUAGES.map(named)),
    table(
      'employees',
      'id branch_id name hired',
      times(9, (i) => [i + 1, (i % 3) + 1, person(i + 2), day(i * 30 - 400)]),
    ),
    table(
      'shifts',
      'employee_id worked hours',
      times(63, (i) => [(i % 9) + 1, day(90 + Math.floor(i / 9)), cents(400 + (i % 5) * 75)]),
    ),
    table(
      'vouchers',
      'code amount issued',
      times(15, (i) => [`GIFT-${200 + i}`, cents(1_000 + (i % 4) * 500), day(i * 6)]),
    ),
    table(
      'payments',
      'id order_id voucher amount paid',
      times(50, (i) => [
        i + 1,
        i + 1,
        i % 5 === 0 ? `GIFT-${200 + (i % 15)}` : null,
        cents(1_590 + i * 35),
        `${day(61 + i)} ${String(9 + (i % 8)).padStart(2, '0')}:40:00`,
      ]),
    ),
    table(
      'readings',
      'id author_id branch_id held seats',
      times(8, (i) => [i + 1, i + 1, (i % 3) + 1, day(100 + i * 7), 20 + i * 5]),
    ),
    table(
      'wishes',
      'customer_id book_id',
      times(30, (i) => [(i % 25) + 1, ((i * 11) % 40) + 1]),
    ),
  ];
}

/** Quotes every value: both engines convert it to the column's type. */
export function toInsert({ table: name, columns, rows }: TableRows): string {
  const quote = (cell: Cell) =>
    cell === null ? 'NULL' : `'${String(cell).replaceAll("'", "''")}'`;
  const tuples = rows.map((row) => `(${row.map(quote).join(', ')})`);
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES\n${tuples.join(',\n')};`;
}
