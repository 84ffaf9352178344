import { createConnection } from 'mariadb';
import pg from 'pg';
import type { ObjectType } from '../../contract/engines.ts';
import { importSource, importTarget } from '../../contract/inventory.ts';
import { createProject } from '../../contract/projects.ts';
import { matchObjects } from '../../contract/proof/pairs.ts';
import type { Client } from './api.ts';
import { projectForm } from '../support/fixtures.ts';
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
  /** Changes the target, as whoever owns it. */
  mend(sql: string): Promise<void>;
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
    async mend(sql) {
      const owner = new pg.Client({ connectionString: shopUrl.href });
      await owner.connect();
      await owner.query(sql);
      await owner.end();
    },
    async stop() {
      await Promise.all([mariadb.stop(), postgres.stop()]);
    },
  };
}

/** A project of these shops, with the named objects read on both sides and paired. @returns its id */
export async function addShopProject(
  admin: Client,
  name: string,
  { source, target }: { source: ShopAddress; target: ShopAddress },
  objects: readonly (readonly [ObjectType, string])[],
): Promise<number> {
  const { Project_Id } = await admin.call(createProject, {
    body: {
      ...projectForm,
      Project_Name: name,
      source_ip: source.host,
      source_port: Number(source.port),
      source_db_name: source.database,
      source_username: source.username,
      source_db_password: source.password,
      target_ip: target.host,
      target_port: Number(target.port),
      target_db_name: target.database,
      target_username: target.username,
      target_db_password: target.password,
    } as never,
  });
  const body = objects.map(([object_type_source, table_name]) => ({
    table_name,
    schema: 'shop',
    object_type_source,
    Project_Id,
  }));
  await admin.call(importSource, { body });
  await admin.call(importTarget, { body });
  await admin.call(matchObjects, { params: { id: Project_Id } });
  return Project_Id;
}
