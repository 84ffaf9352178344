import { toEnglish } from '../../../../../contract/messages/english.ts';
import type { ObjectTypeId } from '../../../../../contract/engines.ts';
import { describe, expect, it } from 'vitest';
import type { Column, ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { DEFAULT_MATCHING_RULES } from '../../../../../contract/proof/pairs.ts';
import type { Match, Name } from './match.ts';
import { matchAlike } from './match-alike.ts';
import { matchSpelled } from './matcher.ts';
import { type Shape, shapeOf } from './shape.ts';

/** `table: columns`, `*` the primary key, `#` numbers, `@` times, `> table` where a foreign key leads; else texts. */
const SHOP = `
customer: customer_id*#, first_name, last_name, email, birth_date@, credit_limit#, created_at@
customer_address: customer_address_id*#, customer_id#>customer, street, zip_code, city, country_id#>country
country: country_id*#, iso_code, country_name, currency_code
sales_order: order_id*#, customer_id#>customer, ordered_at@, shipped_at@, order_status, total_amount#
sales_order_line: order_id*#>sales_order, line_no*#, product_id#>product, quantity#, unit_price#, discount#
product: product_id*#, sku, product_name, list_price#, weight#, category_id#>product_category
product_category: category_id*#, category_name, parent_category_id#
product_image: product_image_id*#, product_id#>product, file_name, width#, height#
supplier: supplier_id*#, company_name, contact_name, phone, fax, homepage
supplier_contract: contract_no*, supplier_id#>supplier, valid_from@, valid_to@, signed_by
purchase_order: purchase_order_id*#, supplier_id#>supplier, expected_at@, approved_by#>employee, remarks
goods_receipt: receipt_id*#, purchase_order_id#>purchase_order, received_at@, accepted#, rejected#
warehouse: warehouse_id*#, warehouse_name, latitude#, longitude#, capacity#
stock_level: warehouse_id*#>warehouse, product_id*#>product, on_hand#, reserved#, reorder_point#
stock_movement: movement_id*#, product_id#>product, moved_at@, direction, moved_quantity#
employee: employee_id*#, badge_no, hire_date@, salary#, manager_id#, department_id#>department
department: department_id*#, department_name, cost_centre, head_id#>employee
payroll_run: payroll_run_id*#, pay_month@, gross_total#, tax_total#, closed#
time_sheet: time_sheet_id*#, employee_id#>employee, work_day@, hours_worked#, overtime#
invoice: invoice_no*, order_id#>sales_order, issued_on@, due_on@, net_amount#, vat_amount#
invoice_reminder: reminder_id*#, invoice_no>invoice, reminder_level#, sent_on@, fee#
payment: payment_id*#, invoice_no>invoice, paid_on@, payment_method, paid_amount#
bank_account: iban*, bic, account_holder, bank_name
gift_voucher: voucher_code*, face_value#, expires_on@, redeemed_by#>customer
shipping_carrier: carrier_id*#, carrier_name, tracking_url, surcharge#
delivery_note: delivery_note_id*#, order_id#>sales_order, carrier_id#>shipping_carrier, parcel_count#, dispatched_at@
return_request: return_request_id*#, order_id#>sales_order, reason_text, refund_amount#, requested_at@
newsletter_subscription: subscription_id*#, email, opted_in_at@, opted_out_at@, source_page
web_session: session_token*, customer_id#>customer, user_agent, ip_address, expires_at@
price_list_entry: price_list_id*#, product_id*#>product, gross_price#, currency_code, effective_from@
tax_rate: tax_rate_id*#, country_id#>country, percentage#, tax_class
product_review: review_id*#, product_id#>product, rating#, headline, body_text, reviewed_at@
loyalty_point_transaction: loyalty_id*#, customer_id#>customer, points#, booked_at@, expiry_month@
international_shipping_agreement: agreement_id*#, carrier_id#>shipping_carrier, incoterm, insured_value#
`;
/** What one side has alone, with columns and names that others nearly have. */
const LEFT_BEHIND = `
order_detail_active: detail_id*#, opened_at@, owner_name, queue_position#
sales_order_2019: order_id*#, customer_id#, ordered_at@, shipped_at@, order_status, total_amount#
colour: id*#, name, description
sales_order_import: batch_no*#, raw_line, parsed#, error_text
person_note: note_id*#, author, note_text, noted_at@
`;
const BRAND_NEW = `
order_detail_inactive: archive_key*, closed_reason, closed_at@, closed_by
sales_order_2024: order_id*#, customer_id#, ordered_at@, shipped_at@, order_status, total_amount#
size: id*#, name, description
customer_history: customer_id*#, first_name, last_name, email, birth_date@, credit_limit#, created_at@
product_log: product_id*#, sku, product_name, list_price#, weight#, category_id#
sales_order_export: target_system, exported_rows#, exported_at@
personal_data_request: request_no*#, requester_email, answered_at@
`;

type Table = Extract<ObjectDefinition, { kind: 'table' }>;
const TYPES: Record<string, CanonicalType> = {
  '#': { kind: 'integer', bits: 32, unsigned: false },
  '@': { kind: 'timestamp', precision: null, zone: false },
  '': { kind: 'text', length: null, fixed: false, bytes: false },
};

function read(text: string): Table[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', columns = ''] = line.split(': ');
      const parts = columns
        .split(', ')
        .map((one) => /^(\w+)(\*?)([#@]?)(?:>(\w+))?$/.exec(one)!.slice(1));
      const key = parts.filter(([, mark]) => mark === '*').map(([column]) => column!);
      return {
        kind: 'table',
        name,
        columns: parts.map(([column, , type]) => columnOf(column!, TYPES[type!]!)),
        primaryKey: key.length > 0 ? { name: '', columns: key } : null,
        uniques: [],
        foreignKeys: parts.flatMap(([column, , , to]) =>
          to === undefined
            ? []
            : [
                {
                  name: '',
                  columns: [column!],
                  schema: 's',
                  table: to,
                  referenced: [column!],
                  onUpdate: 'no action' as const,
                  onDelete: 'no action' as const,
                },
              ],
        ),
        checks: [],
        indexes: [],
        comment: null,
        estimatedRows: null,
      };
    });
}
const columnOf = (name: string, canonical: CanonicalType): Column => ({
  name,
  type: canonical.kind,
  canonical,
  nullable: true,
  default: null,
  identity: false,
  generated: null,
  caseSensitive: null,
  comment: null,
});

const words = (name: string) => name.split('_');
const pascal = (name: string) =>
  words(name)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
const plural = (name: string) =>
  name.endsWith('y')
    ? `${name.slice(0, -1)}ies`
    : /(s|x|ch)$/.test(name)
      ? `${name}es`
      : `${name}s`;
const SHORT: Record<string, string> = {
  customer: 'cust',
  address: 'addr',
  product: 'prod',
  category: 'cat',
  quantity: 'qty',
  amount: 'amt',
  invoice: 'inv',
  employee: 'emp',
  department: 'dept',
  transaction: 'trx',
  account: 'acct',
  number: 'no',
  request: 'req',
  order: 'ord',
  line: 'ln',
  supplier: 'supp',
  warehouse: 'whs',
  payment: 'pmt',
  image: 'img',
  name: 'nm',
  code: 'cd',
};
const short = (name: string) =>
  words(name)
    .map((word) => SHORT[word] ?? word)
    .join('_');
/** Another language, as far as the program knows: nothing of the name is left. */
const foreign = (name: string) =>
  `x${name.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0))).replaceAll('_', 'q')}`;

const CUT = 'shop_current_archive_of_';

interface Rename {
  /** What part is found at least: by names and columns, and by names alone. Nothing wrong is ever proposed. */
  least: [known: number, byName: number];
  table: (name: string) => string;
  column?: (name: string) => string;
  /** Names that are as they were are found by their spelling, and say nothing here. */
  of?: (name: string) => boolean;
}
const KINDS: Record<string, Rename> = {
  'in the plural': { least: [1, 1], table: plural },
  'in camel case': { least: [1, 1], table: pascal, column: pascal },
  'in camel case and plural': {
    least: [1, 1],
    table: (name) => plural(pascal(name)),
    column: pascal,
  },
  'with a prefix': { least: [1, 1], table: (name) => `tbl_${name}` },
  'with a prefix of the whole schema': { least: [1, 1], table: (name) => `shop_${name}` },
  'with a suffix': { least: [1, 1], table: (name) => `${name}_tab` },
  abbreviated: { least: [1, 1], table: short, of: (name) => short(name) !== name },
  'abbreviated, columns too': {
    least: [1, 1],
    table: short,
    column: short,
    of: (name) => short(name) !== name,
  },
  'cut at 30 characters': {
    least: [1, 0.5],
    table: (name) => (CUT + name).slice(0, 30),
    of: (name) => (CUT + name).length > 30,
  },
  'with a slip of the pen': { least: [1, 0.6], table: (name) => name.slice(0, 3) + name.slice(4) },
  'with its words turned round': {
    least: [1, 0],
    table: (name) => words(name).reverse().join('_'),
    of: (name) => name.includes('_'),
  },
  'with a further word': { least: [1, 1], table: (name) => `${name}_master` },
  'to another language': { least: [1, 0], table: foreign },
  'to another language, columns abbreviated': { least: [1, 0], table: foreign, column: short },
  'to another language, every third column, too': {
    least: [0.15, 0],
    table: foreign,
    column: (name) => (name.length % 3 === 0 ? foreign(name) : name),
  },
  'in the plural, every third column to another language': {
    least: [0.9, 1],
    table: plural,
    column: (name) => (name.length % 3 === 0 ? foreign(name) : name),
  },
  'each in its own way': {
    least: [1, 0.7],
    table: (name) =>
      [plural, pascal, short, foreign, (own: string) => `t_${own}`][name.length % 5]!(name),
  },
  'to another language, in upper case': {
    least: [1, 0],
    table: (name) => foreign(name).toUpperCase(),
    column: (name) => name.toUpperCase(),
  },
};

let lastId = 0;
function sideOf(tables: readonly Table[], shapes: Map<number, Shape>, schema = 's'): Name[] {
  return tables.map((table) => {
    const id = (lastId += 1);
    shapes.set(id, shapeOf(table));
    return { id, typeId: 1, schema, name: table.name };
  });
}

function rename(table: Table, { table: nameOf, column = (name: string) => name }: Rename): Table {
  return {
    ...table,
    name: nameOf(table.name),
    columns: table.columns.map((one) => ({ ...one, name: column(one.name) })),
    primaryKey: table.primaryKey && { name: '', columns: table.primaryKey.columns.map(column) },
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: nameOf(key.table) })),
  };
}

function measure(kind: Rename, known: boolean, cut = (name: string) => name) {
  const shapes = new Map<number, Shape>();
  const tables = read(SHOP).filter(({ name }) => kind.of?.(name) ?? true);
  const sources = sideOf(
    [...tables.map((table) => ({ ...table, name: cut(table.name) })), ...read(LEFT_BEHIND)],
    shapes,
  );
  // Every fourth one is not on the target any more.
  const moved = tables.filter((_table, at) => at % 4 !== 2);
  const targets = sideOf(
    [...moved.map((table) => rename(table, kind)), ...read(BRAND_NEW)],
    shapes,
  );
  const spelled = matchSpelled(sources, targets, DEFAULT_MATCHING_RULES);
  const rest = { ...spelled, all: { sources, targets }, minimum: 80 };
  const { matches } = matchAlike(rest, known ? shapes : new Map());
  const proposed = [...spelled.matches, ...matches];
  const expected = new Map(moved.map(({ name }) => [cut(name), kind.table(name)]));
  const right = proposed.filter(({ source, target }) => expected.get(source.name) === target.name);
  const wrong = proposed.filter((one) => !right.includes(one)).map(said);
  return {
    wrong,
    recall: right.length / expected.size,
  };
}
const said = ({ source, target }: Match) => `${source.name} → ${target.name}`;

const table = (text: string) => read(text)[0]!;

/** What is proposed, and what is left to people, where columns are known. */
function match(sources: Table[], targets: Table[], typeId: ObjectTypeId = 1) {
  const shapes = new Map<number, Shape>();
  const [from, to] = [sideOf(sources, shapes), sideOf(targets, shapes)].map((side) =>
    side.map((name) => ({ ...name, typeId })),
  );
  const spelled = matchSpelled(from!, to!, DEFAULT_MATCHING_RULES);
  const rest = { ...spelled, all: { sources: from!, targets: to! }, minimum: 80 };
  const { matches, candidates } = matchAlike(rest, shapes);
  const ofSources = [...candidates].filter(([name]) => from!.includes(name));
  return {
    matches,
    proposed: matches.map(said),
    candidates: ofSources.flatMap(([, found]) => found.map(said)),
  };
}

describe('renames are found by names and columns', () => {
  it.each(Object.entries(KINDS))('%s', (name, kind) => {
    const cut = name.startsWith('cut') ? (own: string) => CUT + own : undefined;
    const known = measure(kind, true, cut);
    const byName = measure(kind, false, cut);
    expect([known.wrong, byName.wrong]).toEqual([[], []]);
    expect(known.recall).toBeGreaterThanOrEqual(kind.least[0]);
    expect(byName.recall).toBeGreaterThanOrEqual(kind.least[1]);
  });

  const lines = 'order_id*#, line_no*#, sku, ordered_quantity#, unit_price#';

  it('what has no column in common is not proposed, however alike the names are', () => {
    const [source, target] = [table(`order_positions: ${lines}`), table('order_position: a, b, c')];
    expect(match([source], [target])).toMatchObject({ proposed: [], candidates: [] });
  });

  it('ambiguous matches are left to people, with both candidates', () => {
    const targets = ['order_item', 'purchase_row'].map((name) => table(`${name}: ${lines}`));
    const { proposed, candidates } = match([table(`positionen: ${lines}`)], targets);
    expect(proposed).toEqual([]);
    expect(candidates.toSorted()).toEqual(['positionen → order_item', 'positionen → purchase_row']);
    expect(match([table(`order_items: ${lines}`)], targets).proposed).toEqual([
      'order_items → order_item',
    ]);
  });

  it.each(['history', 'log', 'backup', 'archive'])('the %s of a table is not the table', (copy) => {
    const { proposed, candidates } = match(
      [table(`order_line: ${lines}`)],
      [table(`order_line_${copy}: ${lines}`)],
    );
    expect(proposed).toEqual([]);
    expect(candidates).toEqual([`order_line → order_line_${copy}`]);
  });

  it('opposites and other numbers are other things, whatever columns they have', () => {
    for (const [one, other] of [
      ['queue_active', 'queue_inactive'],
      ['price_old', 'price_new'],
      ['sales_2019', 'sales_2020'],
    ])
      expect(match([table(`${one}: ${lines}`)], [table(`${other}: ${lines}`)]).proposed).toEqual(
        [],
      );
  });

  it('the log of audits is the audit log', () => {
    const columns = 'id*#, row_no#, action, who, at@, before';
    const found = match([table(`audit: ${columns}, tbl`)], [table(`audit_log: ${columns}, kind`)]);
    expect(found.proposed).toEqual(['audit → audit_log']);
    expect(
      match([table(`history: ${lines}`)], [table(`history_backup: ${lines}`)]).proposed,
    ).toEqual([]);
  });

  it('a derived name with other columns is found in the schemas that others of its schema went to', () => {
    const others = [
      'country: iso*',
      'colour: code*',
      'town: zip*',
      'river: mouth*',
      'lake: depth*',
    ];
    const customers = table('customers: id*#, name, limit#, kind, created@, modified@, is_active#');
    const customer = table('customer: id*#, name, limit#, kind, created_on@, changed@, active#');
    const find = (there: readonly string[]) => {
      const shapes = new Map<number, Shape>();
      const sources = sideOf([...others.map(table), customers], shapes, 'shop');
      const targets = [
        ...sideOf([...there.map(table), customer], shapes, 'sales'),
        ...sideOf(others.filter((one) => !there.includes(one)).map(table), shapes, 'world'),
      ];
      const spelled = matchSpelled(sources, targets, DEFAULT_MATCHING_RULES);
      const rest = { ...spelled, all: { sources, targets }, minimum: 80 };
      return matchAlike(rest, shapes).matches.map(said);
    };
    expect(find(others.slice(0, 3))).toEqual(['customers → customer']);
    expect(find(others.slice(0, 2))).toEqual([]);
  });

  it('says why', () => {
    const country = table('country: iso*, country_name, population#');
    const { matches } = match(
      [country, table('tbl_cust: cust_no*#, cust_nm, iso>country, birth_date@')],
      [country, table('customers: customer_number*#, customer_name, iso>country, birth_date')],
    );
    expect(toEnglish(matches[0]!.reason)).toBe(
      'Apart from tbl, which marks its type or schema; ' +
        'cust is short for customer; One name is the plural of the other; ' +
        '4 of 4 columns have the same names; the types of 3 are the same, too; The same primary key; ' +
        '1 of 1 foreign keys references the same table',
    );
    expect(matches[0]).toMatchObject({ method: 'similar' });
    const renamed = match([table(`positionen: ${lines}`)], [table(`order_item: ${lines}`)]);
    expect(renamed.matches).toMatchObject([{ method: 'columns', score: 98 }]);
  });
});
