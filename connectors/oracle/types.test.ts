import { expect, test } from 'vitest';
import { canonicalType } from '../../contract/proof/definitions.ts';
import { TYPE } from '../core/exams/definitions-exam.ts';
import { describeType, type TypeFacts } from './types.ts';

const facts = (name: string, more: Partial<TypeFacts> = {}): TypeFacts => ({
  name,
  owner: null,
  length: null,
  characters: null,
  unit: null,
  precision: null,
  scale: null,
  ...more,
});
const inBytes = { length: '20', characters: '20', unit: 'B' };
const inCharacters = { length: '80', characters: '20', unit: 'C' };
const text = { length: null, fixed: false, bytes: false, kind: 'text' };

test.each([
  [facts('NUMBER'), 'NUMBER', TYPE.decimal(null, null)],
  [facts('NUMBER', { precision: '10', scale: '0' }), 'NUMBER(10)', TYPE.decimal(10, 0)],
  [facts('NUMBER', { precision: '10', scale: '2' }), 'NUMBER(10,2)', TYPE.decimal(10, 2)],
  [facts('NUMBER', { scale: '0' }), 'NUMBER(*,0)', TYPE.decimal(38, 0)],
  [facts('NUMBER', { precision: '3', scale: '-2' }), 'NUMBER(3,-2)', TYPE.decimal(5, 0)],
  [facts('NUMBER', { precision: '2', scale: '5' }), 'NUMBER(2,5)', TYPE.decimal(5, 5)],
  [facts('FLOAT', { precision: '126' }), 'FLOAT(126)', TYPE.float(64)],
  [facts('BINARY_FLOAT'), 'BINARY_FLOAT', TYPE.float(32)],
  [facts('BINARY_DOUBLE'), 'BINARY_DOUBLE', TYPE.float(64)],
  [facts('VARCHAR2', inBytes), 'VARCHAR2(20 BYTE)', TYPE.text(20, { bytes: true })],
  [facts('VARCHAR2', inCharacters), 'VARCHAR2(20 CHAR)', TYPE.text(20)],
  [facts('VARCHAR2'), 'VARCHAR2', TYPE.text(null, { bytes: true })],
  [facts('CHAR', inBytes), 'CHAR(20 BYTE)', TYPE.text(20, { fixed: true, bytes: true })],
  [facts('NVARCHAR2', inCharacters), 'NVARCHAR2(20)', TYPE.text(20)],
  [facts('NCHAR', inCharacters), 'NCHAR(20)', TYPE.text(20, { fixed: true })],
  [facts('LONG'), 'LONG', text],
  [facts('CLOB', { length: '4000' }), 'CLOB', text],
  [facts('NCLOB', { length: '4000' }), 'NCLOB', text],
  [facts('RAW', { length: '16' }), 'RAW(16)', TYPE.binary(16)],
  [facts('LONG RAW'), 'LONG RAW', TYPE.binary(null)],
  [facts('BLOB', { length: '4000' }), 'BLOB', TYPE.binary(null)],
  [facts('BFILE'), 'BFILE', TYPE.other('BFILE')],
  [facts('ROWID'), 'ROWID', TYPE.other('ROWID')],
  [facts('UROWID'), 'UROWID', TYPE.other('UROWID')],
  [facts('DATE'), 'DATE', TYPE.timestamp(0)],
  [facts('TIMESTAMP(9)', { scale: '9' }), 'TIMESTAMP(9)', TYPE.timestamp(9)],
  [facts('TIMESTAMP'), 'TIMESTAMP', TYPE.timestamp(6)],
  [facts('TIMESTAMP(3) WITH TIME ZONE'), 'TIMESTAMP(3) WITH TIME ZONE', TYPE.timestamp(3, true)],
  [
    facts('TIMESTAMP(6) WITH LOCAL TIME ZONE'),
    'TIMESTAMP(6) WITH LOCAL TIME ZONE',
    TYPE.timestamp(6, true),
  ],
  [facts('INTERVAL YEAR(2) TO MONTH'), 'INTERVAL YEAR(2) TO MONTH', { kind: 'interval' }],
  [facts('INTERVAL DAY(2) TO SECOND(6)'), 'INTERVAL DAY(2) TO SECOND(6)', { kind: 'interval' }],
  [facts('BOOLEAN'), 'BOOLEAN', { kind: 'boolean' }],
  [facts('JSON'), 'JSON', { kind: 'json' }],
  [facts('XMLTYPE', { owner: 'SYS' }), 'XMLTYPE', { kind: 'xml' }],
  [facts('SDO_GEOMETRY', { owner: 'MDSYS' }), 'SDO_GEOMETRY', { kind: 'spatial' }],
  [facts('VECTOR'), 'VECTOR', TYPE.other('VECTOR')],
  [facts('ANYDATA', { owner: 'SYS' }), 'SYS.ANYDATA', TYPE.other('SYS.ANYDATA')],
  [facts('DATE', { owner: 'SHOP' }), 'SHOP.DATE', TYPE.other('SHOP.DATE')],
])('%j is spelled %s', (given, type, canonical) => {
  expect(describeType(given)).toEqual({ type, canonical });
  expect(canonicalType.parse(canonical)).toEqual(canonical);
});
