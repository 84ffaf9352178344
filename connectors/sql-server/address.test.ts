import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';

test.each([
  ['db.example', null, 'db.example', 1433, null],
  [' db.example ', 14330, 'db.example', 14330, null],
  ['db.example,1444', 1433, 'db.example', 1444, null],
  ['tcp:shop.database.windows.net, 1433', 1433, 'shop.database.windows.net', 1433, null],
  ['db\\SALES', 1433, 'db', 1433, 'SALES'],
  ['db\\SALES', null, 'db', 1433, 'SALES'],
  ['db\\SALES', 50_123, 'db', 50_123, null],
  ['db\\SALES,1433', 1433, 'db', 1433, null],
  ['db\\MSSQLSERVER', 1433, 'db', 1433, null],
  ['10.0.0.7', 1433, '10.0.0.7', 1433, null],
  ['[fd00::7]', 1433, 'fd00::7', 1433, null],
  ['db,99999', 1433, 'db,99999', 1433, null],
  ['db,0', 1433, 'db,0', 1433, null],
  ['db,port', 1433, 'db,port', 1433, null],
  ['', null, '', 1433, null],
  ['fd00::7\\SALES', 1433, 'fd00::7', 1433, 'SALES'],
])('%s with port %s in the form', (text, formPort, host, port, instance) => {
  expect(parseAddress(text, formPort)).toEqual({ host, port, instance });
});
