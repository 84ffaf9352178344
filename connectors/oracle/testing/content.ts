import { namesWithin } from '../../core/exams/adversarial-exam.ts';
import { HOSTILE_NAMES, type Inventory } from '../../core/exams/exam.ts';

/** Schemas of the exam. */
export interface ExamSchemas {
  plain: string;
  hostile: string;
  empty: string;
}

/** No name of Oracle's holds a double quote; they go up to 128 bytes. */
export const NAMES = [
  ...new Set([
    ...HOSTILE_NAMES,
    ...namesWithin({ longest: 128, unit: 'bytes', emoji: true, caseSensitive: true }),
  ]),
].filter((name) => !name.includes('"'));

/** What the inventory must show, recorded or real. */
export const contentOf = ({ plain, hostile, empty }: ExamSchemas): Record<string, Inventory> => ({
  [empty]: {},
  [hostile]: { tables: NAMES },
  [plain]: {
    tables: ['COUNTRIES', 'CUSTOMERS', 'DEPARTMENTS', 'ORDERS', 'PEOPLE', 'SALES', 'SESSION_CART'],
    views: ['BROKEN', 'DAILY_SALES', 'ORDER_TOTALS'],
    functions: [
      'TAX',
      'PRICING.RATE',
      '"PRICING"."RATE"',
      'PRICING.NET(NUMBER)',
      'PRICING.NET(NUMBER, VARCHAR2)',
      'PRICING.BOTH(NUMBER)',
    ],
    procedures: [
      'CLOSE_DAY',
      'PRICING.RESET',
      '"Dot.ted"."a.b"',
      'PRICING.BOTH(VARCHAR2)',
      'PRICING.NOTE()',
      'PRICING.NOTE(FIRST VARCHAR2)',
      'PRICING.NOTE(LAST VARCHAR2)',
      'PRICING.KEEP(PRICE)',
      'PRICING.KEEP(DATE)',
    ],
  },
});

/** What else the plain schema has. */
export const OTHERS = {
  sequences: ['NOT_A_TABLE'],
  synonyms: ['ANOTHER_NAME'],
  types: ['PERSON', 'PERSON_LIST'],
  triggers: ['ORDERS.ON_CHANGE'],
  jobs: [],
  packages: ['Dot.ted', 'PRICING'],
  links: [],
};

/** Makes all of it, and beside it what must not be shown. Run by somebody who may make objects in other schemas. */
export const creation = ({ plain, hostile }: ExamSchemas): string[] => {
  const own = (name: string) => `"${plain}".${name}`;
  return [
    `CREATE TABLE ${own('ORDERS')} (id NUMBER PRIMARY KEY, amount NUMBER(20, 4))`,
    `CREATE TABLE ${own('COUNTRIES')} (code CHAR(2) PRIMARY KEY, note VARCHAR2(2000)) ORGANIZATION INDEX PCTTHRESHOLD 20 OVERFLOW`,
    `CREATE GLOBAL TEMPORARY TABLE ${own('SESSION_CART')} (id NUMBER)`,
    `CREATE TABLE ${own('SALES')} (day DATE) PARTITION BY RANGE (day) (PARTITION old VALUES LESS THAN (DATE '2025-01-01'), PARTITION rest VALUES LESS THAN (MAXVALUE))`,
    `CREATE TYPE ${own('PERSON')} AS OBJECT (name VARCHAR2(100), MEMBER FUNCTION initial RETURN VARCHAR2)`,
    `CREATE TYPE ${own('PERSON_LIST')} AS TABLE OF VARCHAR2(100)`,
    `CREATE TABLE ${own('PEOPLE')} OF ${own('PERSON')}`,
    `CREATE TABLE ${own('DEPARTMENTS')} (id NUMBER, staff ${own('PERSON_LIST')}) NESTED TABLE staff STORE AS department_staff`,
    `CREATE TABLE ${own('CUSTOMERS')} (id NUMBER PRIMARY KEY)`,
    `CREATE MATERIALIZED VIEW LOG ON ${own('CUSTOMERS')}`,
    `CREATE TABLE ${own('DROPPED')} (id NUMBER)`,
    `DROP TABLE ${own('DROPPED')}`,
    `CREATE SEQUENCE ${own('NOT_A_TABLE')}`,
    `CREATE TRIGGER ${own('ON_CHANGE')} BEFORE INSERT ON ${own('ORDERS')} BEGIN NULL; END;`,
    `CREATE SYNONYM ${own('ANOTHER_NAME')} FOR ${own('ORDERS')}`,
    `CREATE VIEW ${own('ORDER_TOTALS')} AS SELECT id FROM ${own('ORDERS')}`,
    `CREATE FORCE VIEW ${own('BROKEN')} AS SELECT id FROM ${own('NOWHERE')}`,
    `CREATE MATERIALIZED VIEW ${own('DAILY_SALES')} AS SELECT id, amount FROM ${own('ORDERS')}`,
    `CREATE FUNCTION ${own('TAX')} (amount NUMBER) RETURN NUMBER IS BEGIN RETURN amount; END;`,
    `CREATE FUNCTION ${own('"PRICING.RATE"')} RETURN NUMBER IS BEGIN RETURN 1; END;`,
    `CREATE PROCEDURE ${own('CLOSE_DAY')} IS BEGIN NULL; END;`,
    `CREATE PACKAGE ${own('PRICING')} IS
       TYPE price IS RECORD (amount NUMBER, currency CHAR(3));
       FUNCTION rate RETURN NUMBER;
       FUNCTION net (amount NUMBER) RETURN NUMBER;
       FUNCTION net (amount NUMBER, country VARCHAR2) RETURN NUMBER;
       FUNCTION both (amount NUMBER) RETURN NUMBER;
       PROCEDURE both (text VARCHAR2);
       PROCEDURE reset;
       PROCEDURE note;
       PROCEDURE note (first VARCHAR2);
       PROCEDURE note (last VARCHAR2);
       PROCEDURE keep (what price);
       PROCEDURE keep (what DATE);
     END;`,
    `CREATE PACKAGE ${own('"Dot.ted"')} IS PROCEDURE "a.b"; END;`,
    ...NAMES.map((name) => `CREATE TABLE "${hostile}"."${name}" (id NUMBER)`),
  ];
};
