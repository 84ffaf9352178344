import { createConnection } from 'mariadb';
import pg from 'pg';
import { startMariadb } from '../support/mariadb-server.ts';
import { startPostgres } from '../support/postgres-server.ts';

const READER = { username: 'shop_reader', password: 'reads the shop' };

/** Where a shop is, as a person types it into a form. */
export interface ShopAddress {
  host: string;
  port: string;
  database: string;
  username: string;
  password: string;
}

/** The same shop on a real MariaDB and, half moved, on a real PostgreSQL. */
export async function startShops(): Promise<{
  source: ShopAddress;
  target: ShopAddress;
  stop(): Promise<void>;
}> {
  const [mariadb, postgres] = await Promise.all([startMariadb(), startPostgres()]);
  const maria = new URL(mariadb.url);
  const root = await createConnection({
    host: maria.hostname,
    port: Number(maria.port),
    user: decodeURIComponent(maria.username),
    password: decodeURIComponent(maria.password),
  });
  for (const statement of [
    'create database shop',
    'create table shop.customers (id int primary key, name varchar(100))',
    'create table shop.orders (id int primary key, customer_id int)',
    'create view shop.open_orders as select * from shop.orders',
    `create function shop.vat_of(amount decimal(10,2), country char(2)) returns decimal(10,2)
     deterministic return amount * if(country = 'CH', 0.081, 0.19)`,
    `create procedure shop.close_month(number int)
     insert into shop.customers values (number, null)`,
    "insert into shop.customers values (1, 'Ann'), (2, 'Bob'), (3, 'Cem')",
    `create user '${READER.username}'@'%' identified by '${READER.password}'`,
    `grant all on shop.* to '${READER.username}'@'%'`,
  ]) {
    await root.query(statement);
  }
  await root.end();

  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('create database shop');
  await admin.query(`create role ${READER.username} login password '${READER.password}'`);
  await admin.end();
  const shopUrl = new URL(postgres.url);
  shopUrl.pathname = '/shop';
  const shop = new pg.Client({ connectionString: shopUrl.href });
  await shop.connect();
  await shop.query(`
    create schema shop;
    create table shop.customers (id int primary key, name text);
    insert into shop.customers values (3, 'Cem'), (1, 'Ann'), (2, 'Rob');
    create function shop.vat_of(amount numeric, country text) returns numeric
      language sql immutable as $$select round(amount * 0.19, 4)$$;
    create procedure shop.close_month(number int) language sql
      as $$insert into shop.customers values (number, null)$$;
    grant usage on schema shop to ${READER.username};
    grant select, insert on all tables in schema shop to ${READER.username}`);
  await shop.end();

  return {
    source: { host: maria.hostname, port: maria.port, database: 'shop', ...READER },
    target: { host: shopUrl.hostname, port: shopUrl.port, database: 'shop', ...READER },
    async stop() {
      await Promise.all([mariadb.stop(), postgres.stop()]);
    },
  };
}
