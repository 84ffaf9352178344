import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { TEXT } from '../memory-fixture.ts';
import { findCauses, isOfCause, mayBeOf } from './find-causes.ts';
import { textsOf } from './utf8.ts';
import { membersOf } from './texts.ts';

type As = Parameters<typeof findCauses>[2]['as'];
const causesIn = (as: As, source: string | null, target: string | null, masked = false) =>
  findCauses(source, target, { as, masked });

const NAMED: [as: As, source: string | null, target: string | null, cause: string][] = [
  ['timestamp', '0000-00-00 00:00:00', null, 'zero_date:target'],
  ['text', '', null, 'empty:target'],
  ['text', null, '', 'empty:source'],
  ['integer', null, '0', 'zero:source'],
  ['decimal', '0.00', null, 'zero:target'],
  ['boolean', null, 'false', 'zero:source'],
  ['text', 'Bern', 'Bern  ', 'blanks:end'],
  ['text', ' Bern', 'Bern', 'blanks:both'],
  ['text', 'a\r\nb', 'a\nb', 'line_ends'],
  ['text', 'Élodie', 'Élodie'.normalize('NFD'), 'unicode'],
  ['text', 'STRASSE É', 'strasse é', 'case'],
  ['text', 'Große Straße', 'GROSSE STRASSE', 'case'],
  ['text', 'ΟΔΟΣ', 'οδοσ', 'case'],
  ['text', 'Y', 'true', 'boolean'],
  ['text', '0', 'no', 'boolean'],
  ['text', 'P1M', '1 mon', 'interval'],
  ['text', 'P1M', '1 month', 'interval'],
  ['text', 'P1Y2M3DT4H5M6.7S', '1 year 2 mons 3 days 04:05:06.7', 'interval'],
  ['text', 'P-1DT-2H', '-1 days -02:00:00', 'interval'],
  ['text', 'PT36H', '36:00:00', 'interval'],
  ['text', 'PT0S', '00:00:00', 'interval'],
  ['text', '14 mons', '1 year 2 months', 'interval'],
  ['text', '@ 1 day 2 hours ago', 'P-1DT-2H', 'interval'],
  ['text', 'Zürich', 'ZÃ¼rich', 'encoding:target'],
  ['text', 'ZÃ¼rich', 'Zürich', 'encoding:source'],
  ['text', '5 €', '5 â‚¬', 'encoding:target'],
  ['text', 'Zürich', 'ZÃƒÂ¼rich', 'encoding:twice'],
  ['text', 'Zürich', 'Z?rich', 'lost_characters'],
  ['text', 'é😀“x”', 'é?“x”', 'lost_characters'],
  ['text', 'é😀“x”', 'é????“x”', 'lost_characters'],
  ['text', '{"a":1,"b":[1, 2]}', '{"b": [1,2], "a": 1.0}', 'json'],
  ['text', 'Trailers,Deleted Scenes', '{"Deleted Scenes",Trailers}', 'set'],
  ['text', 'a,b', '["b","a"]', 'set'],
  ['json', '["a",1,null]', '[null,"a",1]', 'set'],
  ['text', 'Élodie Çelik', 'Elodie Celik', 'lost_accents'],
  ['text', 'weekly', '', 'lost:target empty'],
  ['integer', '7', null, 'lost:target null'],
  ['timestamp', null, '2024-01-01 10:00:00', 'lost:source null'],
  ['text', '', 'unknown', 'lost:source empty'],
  ['text', 'a', '{a}', 'set'],
  ['text', 'a,b', '{ "b" , a }', 'set'],
  ['text', '', '{}', 'set'],
  ['json', '{}', '[]', 'set'],
  ['json', '[ ]', '{}', 'set'],
  ['text', '{"a":1,"b":2}', '{"a":1}', 'members:target: b'],
  ['text', '{"a":1,"b":2}', '{"a":1}', 'members:target'],
  ['json', '{"a":1.0}', '{"b":{"c":2}, "a":1}', 'members:source: b'],
  [
    'json',
    '{"a":{"b":1,"c":[{"d":2,"e":3},{"e":4}]}}',
    '{"a":{"c":[{"e":3},{"e":4}]}}',
    'members:target: a.b, a.c[].d',
  ],
  ['json', '{"a":1,"b":null}', '{"a":1}', 'members:target null: b'],
  ['json', '{"a":1}', '{"a":1,"b":null}', 'members:source null: b'],
  ['json', '{"a":1,"b":null,"c":2}', '{"a":1}', 'members:target: b = null, c'],
  ['json', '[{"b":null},{"b":1}]', '[{},{}]', 'members:target: [].b'],
  ['json', '{"a.b":1,"x: y":2}', '{}', 'members:target: "a.b", "x: y"'],
  ['json', `{"${'a'.repeat(200)}":1}`, '{}', 'members:target'],
  [
    'uuid',
    '00112233-4455-6677-8899-aabbccddeeff',
    '33221100-5544-7766-8899-aabbccddeeff',
    'uuid_bytes:guid',
  ],
  [
    'binary',
    '00112233445566778899001122334455',
    '33221100554477668899001122334455',
    'uuid_bytes:guid',
  ],
  [
    'text',
    '{00112233-4455-6677-8899-aabbccddeeff}',
    '33221100554477668899AABBCCDDEEFF',
    'uuid_bytes:guid',
  ],
  [
    'uuid',
    '00112233-4455-6677-8899-aabbccddeeff',
    '66774455-0011-2233-8899-aabbccddeeff',
    'uuid_bytes:target time',
  ],
  [
    'uuid',
    '66774455-0011-2233-8899-aabbccddeeff',
    '00112233-4455-6677-8899-aabbccddeeff',
    'uuid_bytes:source time',
  ],
  ['text', null, '\\N', 'null_word:source'],
  ['text', 'NULL', null, 'null_word:target'],
  ['text', '(null)', null, 'null_word:target'],
  ['text', 'NaN', null, 'null_word:target'],
  ['float', 'NaN', null, 'lost:target null'],
  ['decimal', null, 'NaN', 'lost:source null'],
  ['text', '\ufeffBern', 'Bern', 'invisible:U+FEFF'],
  ['text', 'Be\u0007rn', 'Bern', 'invisible:U+0007'],
  ['text', 'Be\u200brn\u200f', 'Bern', 'invisible:several'],
  ['text', 'a\u00a0b', 'a b', 'spaces:hard'],
  ['text', 'a\tb', 'a    b', 'spaces:any'],
  ['text', 'a\nb ', 'a b', 'spaces:any'],
  ['text', 'It’s “x” – y…', 'It\'s "x" - y...', 'typography:target'],
  ['text', 'x -- y', 'x — y', 'typography:source'],
  ['text', 'a & <b>', 'a &amp; &lt;b&gt;', 'html:target'],
  ['text', 'Zürich', 'Z&uuml;rich', 'html:target'],
  ['text', 'It&#39;s &#x20AC;5', "It's €5", 'html:source'],
  ['text', 'a &amp; b', 'a &amp;amp; b', 'html:target'],
  ['json', '{"mail":"a@b","n":1}', '{"n":1,"email":"a@b"}', 'renamed_members:mail → email'],
  [
    'json',
    '[{"userInfo":{"firstName":1,"lastName":1}}]',
    '[{"user_info":{"first_name":1,"last_name":1}}]',
    'renamed_members:userInfo → user_info, firstName → first_name, lastName → last_name',
  ],
  ['text', 'Müller', 'Mueller', 'transliterated:target'],
  ['text', 'Strasse', 'Straße', 'transliterated:source'],
  ['text', 'ÜBER Köln', 'UEBER Koeln', 'transliterated:target'],
  ['text', 'Ærø, café', 'Aeroe, cafe', 'transliterated:target'],
  ['text', 'a b/ü', 'a%20b%2F%C3%BC', 'url_encoded:target'],
  ['text', 'a+b%26c', 'a b&c', 'url_encoded:source'],
  ['text', 'Zürich', 'WsO8cmljaA==', 'coded:text base64'],
  ['text', 'WsO8cmljaA', 'Zürich', 'coded:base64 text'],
  ['text', 'Bern', '4265726e', 'coded:text hex'],
  ['binary', '00ff7a', '303066663761', 'coded:text hex'],
  ['text', '\\x4265726E', 'Bern', 'coded:hex text'],
  ['text', '0x4265726E', 'QmVybg==', 'coded:hex base64'],
  ['text', '2024-01-31', '31.01.2024', 'date_form:yyyy-mm-dd > dd.mm.yyyy'],
  ['text', '01/31/2024', '2024-01-31', 'date_form:mm/dd/yyyy > yyyy-mm-dd'],
  ['text', '0096-02-29', '29.02.0096', 'date_form:yyyy-mm-dd > dd.mm.yyyy'],
  ['timestamp', '20240131093000', '2024-01-31 09:30:00.000000', 'date_form:yyyymmdd > yyyy-mm-dd'],
  ['text', '31/1/2024', '20240131', 'date_form:dd/mm/yyyy > yyyymmdd'],
  ['text', '31-JAN-2024', '2024-01-31', 'date_form:dd-mon-yyyy > yyyy-mm-dd'],
  ['text', '2024-01-31T10:00', '31.01.2024 10:00', 'date_form:yyyy-mm-dd > dd.mm.yyyy'],
  ['text', "O'Brien", "O''Brien", 'quotes:target'],
  ['text', 'a ""b""', 'a "b"', 'quotes:source'],
  ['text', 'abc', '"abc"', 'quotes:target around'],
  ['text', '"a ""b"""', 'a "b"', 'quotes:source around'],
  ['text', "O'Brien", "O\\'Brien", 'escapes:target'],
  ['text', 'C:\\x', 'C:\\\\x', 'escapes:target'],
  ['text', 'a\\nb\\u00fc', 'a\nbü', 'escapes:source'],
  ['text', 'C:\\temp', 'C:\temp', 'escapes:source'],
  ['text', 'C:\\temp\\new', 'C:tempnew', 'lost_backslashes:target'],
  ['text', 'C:\\data', 'C:data', 'lost_backslashes:target'],
  ['text', '00123', '123', 'leading_zeros:target'],
  ['text', '7', '007', 'leading_zeros:source'],
  ['text', '-007', '-7', 'leading_zeros:target'],
  ['text', '00.50', '0.50', 'leading_zeros:target'],
  ['text', '150000', '1.5E+5', 'scientific:target'],
  ['text', '1e-3', '0.001', 'scientific:source'],
  ['text', '123456789012', '1.23457E+11', 'scientific:target lossy'],
  ['text', '10.50', '10.5', 'numeral'],
  ['text', '+.5', '0.5', 'numeral'],
  ['text', '007.0', '007', 'numeral'],
  ['text', '1E5', '1.0e+05', 'numeral'],
  ['text', '1.234,56', '1,234.56', 'separators'],
  ['text', '1234,5', '1234.5', 'separators'],
  ['text', '1.234', '1,234', 'separators'],
  ['text', '1.500', '1500.00', 'factor:1000'],
  ['text', '750.00', '0.750', 'factor:0.001'],
  ['text', '1 234 567,8', '1234567.8', 'separators'],
  ['text', '1.234.567', '1234567', 'separators'],
  ['integer', '3000000000', '2147483647', 'clamped:2147483647'],
  ['text', 'abcdefgh', 'abcde', 'cut:5'],
  ['timestamp', '2024-01-01 10:00:00', '2024-01-01 11:00:00', 'shift:3600'],
  ['date', '2024-01-01', '2023-12-31', 'shift:-86400'],
  ['date', '1924-03-04', '2024-03-04', 'years:100'],
  ['timestamp', '2024-03-04 10:00:00', '0024-03-04 10:00:00', 'years:-2000'],
  ['date', '2024-03-04', '2024-04-03', 'day_month'],
  ['timestamp', '2024-03-04 10:00:00.500000', '2024-04-03 10:00:00.500000', 'day_month'],
  ['text', '04/03/2024', '03/04/2024', 'day_month'],
  ['text', '4.3.24 10:00', '3.4.24 10:00', 'day_month'],
  ['timestamp', '2024-07-01 10:00:00', '2024-07-01 11:00:00', 'summer:3600 Europe/Berlin'],
  ['timestamp', '2024-07-01 10:00:00', '2024-07-01 08:00:00', 'zone:source Europe/Berlin'],
  ['timestamp', '2024-01-01 10:00:00', '2024-01-01 09:00:00', 'zone:source Europe/Berlin'],
  ['timestamp', '2024-01-01 10:00:00', '2024-01-01 05:00:00', 'zone:target America/New_York'],
  // The clocks are put forward at 01:00.
  ['timestamp', '2024-03-31 00:30:00', '2024-03-31 01:30:00', 'zone:target Europe/Berlin'],
  ['timestamp', '2024-03-31 01:30:00', '2024-03-31 03:30:00', 'zone:target Europe/Berlin'],
  ['timestamp', '2024-01-01 10:00:00.123456', '2024-01-01 10:00:00.123000', 'fraction:3'],
  ['timestamp', '2024-01-01 10:00:00.700000', '2024-01-01 10:00:01.000000', 'fraction:0'],
  ['decimal', '12.345', '12.35', 'rounded:2'],
  ['decimal', '-12.345', '-12.35', 'rounded:2'],
  ['decimal', '12.349', '12.34', 'digits_cut:2'],
  ['float', '0.333333333', '0.3333333333333333', 'rounded:source 9'],
  ['decimal', '12.35', '12.345', 'rounded:source 2'],
  ['decimal', '12.34', '12.349', 'digits_cut:source 2'],
  ['float', '16777217', '16777200', 'significant:6'],
  ['text', '0.10000000149011612', '0.1', 'significant:6'],
  ['float', '0.1', '0.10000000149011612', 'significant:source 6'],
  ['float', '0.1234567890123456', '0.123456789012346', 'significant:15'],
  ['text', '0.33333334', '0.3333333432674408', 'single'],
  ['float', '0.30000000000000004', '0.3', 'float_noise'],
  ['float', '-1234.5678901234', '-1234.5678901234002', 'float_noise'],
  ['text', '0.1', '0.09999999999999998', 'float_noise'],
  ['float', '1.0000000000000002e-60', '1e-60', 'float_noise'],
  ['float', '1.2345678901234567e+30', '1.2345678901234565e+30', 'float_noise'],
  ['decimal', '12.50', '1250.00', 'factor:100'],
  ['integer', '7', '1007', 'offset:1000'],
  ['integer', '18446744073708551612', '18446744073708552000', 'double'],
  ['text', '18446744073708551612', '18446744073708552000', 'double'],
  ['decimal', '12345678901234.567891', '12345678901234.568', 'double'],
  ['binary', 'ff00aa', 'ff00', 'cut:2 bytes'],
  ['decimal', '0.30', '0.20', 'offset:-0.1'],
];

test.each(NAMED)('of a column as %s, %j beside %j is %s', (as, source, target, cause) => {
  expect(causesIn(as, source, target)).toContain(cause);
});

const LOOK_ALIKES: [as: As, source: string | null, target: string | null, cause: string][] = [
  ['timestamp', '0001-01-01 00:00:00', null, 'zero_date'],
  ['text', ' ', null, 'empty'],
  ['integer', null, '1', 'zero'],
  ['integer', '10', null, 'zero'],
  ['decimal', '0.01', null, 'zero'],
  ['boolean', 'true', null, 'zero'],
  ['integer', '0', '00', 'zero'],
  ['text', 'Be rn', 'Bern', 'blanks'],
  ['text', 'a\r\nb', 'a\n\nb', 'line_ends'],
  ['text', 'Elodie', 'Élodie', 'unicode'],
  ['text', 'Straße', 'Strasse', 'case'],
  ['text', 'MASSE', 'Maßstab', 'case'],
  ['text', 'Y', 'false', 'boolean'],
  ['text', 'P1M', '30 days', 'interval'],
  ['text', 'P1D', '24:00:00', 'interval'],
  ['text', 'P1M', 'PT1M', 'interval'],
  ['text', 'P1M', '1 min', 'interval'],
  ['text', 'P1M', '2 mons', 'interval'],
  ['text', 'P1DT2H', '-1 days +02:00:00', 'interval'],
  ['text', 'P', '', 'interval'],
  ['text', 'PT', '00:00:00', 'interval'],
  ['text', '1.5 mons', '1 mon', 'interval'],
  ['text', 'Zürich', 'ZÃ¶rich', 'encoding'],
  ['text', 'weekly', ' ', 'lost'],
  ['text', '', null, 'lost'],
  ['text', null, '', 'lost'],
  ['integer', '0', null, 'lost'],
  ['text', 'What?', 'Was?', 'lost_characters'],
  ['text', '{"a":1}', '{"a":2}', 'json'],
  ['text', '[1,2]', '[2,1]', 'json'],
  ['text', 'a,b', '{a,b,b}', 'set'],
  ['text', '', '{""}', 'set'],
  ['text', '{"a":12}', '{"a":13}', 'set'],
  ['json', '{"a": 9, "b": [1, null, "x"]}', '{"a": 9, "b": [1, "null", "x"]}', 'set'],
  ['json', '[1,null]', '["null",1]', 'set'],
  ['json', '{"a":1}', '["a"]', 'set'],
  ['json', '{"a":1}', '["a:1"]', 'set'],
  ['json', '{"a":1}', '["a","1"]', 'set'],
  ['json', '[1,"2"]', '[2,1]', 'set'],
  ['text', '', 'a', 'set'],
  ['text', 'Élodie', 'Elodíe', 'lost_accents'],
  ['text', 'Elodie', 'Élodie', 'lost_accents'],
  ['text', 'Møller', 'Moller', 'lost_accents'],
  ['text', 'Smith, John', 'John, Smith', 'set'],
  ['json', '{"a":1,"b":2}', '{"a":2}', 'members'],
  ['json', '{"a":1,"b":2}', '{"a":1,"c":2}', 'members'],
  ['json', '{"a":1,"b":null}', '{"a":null}', 'members'],
  ['json', '{"a":null}', '{"a":1}', 'members'],
  ['json', '[1,2]', '[1]', 'members'],
  ['json', '{"a":1,"b":2}', '["a"]', 'members'],
  ['text', '{a,b}', '{a}', 'members'],
  [
    'uuid',
    '00112233-4455-6677-8899-aabbccddeeff',
    '33221100-5544-7766-8899-aabbccddeefe',
    'uuid_bytes',
  ],
  [
    'uuid',
    '00112233-4455-6677-8899-aabbccddeeff',
    '33221100-4455-6677-8899-aabbccddeeff',
    'uuid_bytes',
  ],
  [
    'text',
    '00112233-4455-6677-8899-aabbccddeeff',
    '{00112233-4455-6677-8899-aabbccddeeff}',
    'uuid_bytes',
  ],
  ['text', null, 'nullable', 'null_word'],
  ['float', 'NaN', null, 'null_word'],
  ['decimal', null, 'NaN', 'null_word'],
  ['text', null, 'N', 'null_word'],
  ['text', '\ufeffBern', 'Berne', 'invisible'],
  ['text', 'Bern', 'Berm', 'invisible'],
  ['text', 'ab', 'a b', 'spaces'],
  ['text', 'a\u00a0b', 'a c', 'spaces'],
  ['text', 'It’s', 'Its', 'typography'],
  ['text', 'It’s', 'It"s', 'typography'],
  ['text', 'a & b', 'a &lt; b', 'html'],
  ['text', 'AT&T;', 'AT', 'html'],
  ['text', 'a', '&#99999999;', 'html'],
  ['json', '{"mail":"a@b"}', '{"email":"a@c"}', 'renamed_members'],
  ['json', '{"a":1,"b":1}', '{"c":1,"d":1}', 'renamed_members'],
  ['json', '[{"a":1},{"a":2}]', '[{"b":1},{"c":2}]', 'renamed_members'],
  ['json', '[{"a":1},{"b":2}]', '[{"c":1},{"c":2}]', 'renamed_members'],
  ['json', '[{"a":1},{"c":2}]', '[{"c":1},{"c":2}]', 'renamed_members'],
  ['json', '[{"a":1},{"a":2}]', '[{"b":1},{"a":2}]', 'renamed_members'],
  ['json', '[{"a":1},{"a":2}]', '[{"a":1},{"b":2}]', 'renamed_members'],
  ['json', '{"a":1,"b":2}', '{"c":1,"b":3}', 'renamed_members'],
  ['json', '{"a":1}', '{"b":1,"c":2}', 'renamed_members'],
  ['text', 'Muller', 'Mueller', 'transliterated'],
  ['text', 'Müller', 'Muller', 'transliterated'],
  ['text', 'Müller', 'Moeller', 'transliterated'],
  ['text', 'a b', 'a+b', 'url_encoded'],
  ['text', '100', '100%', 'url_encoded'],
  ['text', 'a b', 'a%20c', 'url_encoded'],
  ['text', '%E4', 'ä', 'url_encoded'],
  ['text', 'Bern', 'QmVybh==', 'coded'],
  ['text', 'Bern', '4265726f', 'coded'],
  ['text', '5', '35', 'coded'],
  ['text', 'Bern', 'Berne', 'coded'],
  ['text', '2024-01-31', '30.01.2024', 'date_form'],
  ['text', '2024-02-30', '30.02.2024', 'date_form'],
  ['text', '0010-01-10', '10.01.1910', 'date_form'],
  ['text', '9999-12-31', '30.12.9999', 'date_form'],
  ['text', '2024-01-02', '01.02.2024', 'date_form'],
  ['text', '2024-01-31 10:00', '31.01.2024 11:00', 'date_form'],
  ['text', '01/02/2024', '02/01/2024', 'date_form'],
  ['text', '1.2.2024', '01.02.2024', 'date_form'],
  ['text', '31.01.24', '2024-01-31', 'date_form'],
  ['date', '2024-01-31', '2024-01-30', 'date_form'],
  ['text', "O'Brien", "O'''Brien", 'quotes'],
  ['text', 'abc', '\'abc"', 'quotes'],
  ['text', "O'Brien", 'O\\Brien', 'escapes'],
  ['text', 'C:\\temp', 'C:temq', 'lost_backslashes'],
  ['text', 'abc', 'ab', 'lost_backslashes'],
  ['text', '00123', '124', 'leading_zeros'],
  ['text', '00123', '0123x', 'leading_zeros'],
  ['text', '0', '', 'leading_zeros'],
  ['integer', '00123', '123', 'leading_zeros'],
  ['text', '123456789012', '1.23458E+11', 'scientific'],
  ['text', '1E5', '1E6', 'scientific'],
  ['text', 'e5', '5', 'scientific'],
  ['text', '10.50', '10.51', 'numeral'],
  ['text', '.', '0', 'numeral'],
  ['text', '1.234', '1234', 'separators'],
  ['text', '1234', '1,234', 'separators'],
  ['text', '12,5', '125', 'separators'],
  ['text', '1.500', '1500.00', 'separators'],
  ['text', '750.00', '0.750', 'separators'],
  ['text', '12.345', '12345,0', 'separators'],
  ['text', '007.0', '7', 'offset'],
  ['text', '007.0', '7', 'double'],
  ['text', '007.0', '7', 'significant'],
  ['text', '1,234.56', '1,234.57', 'separators'],
  ['text', '1,2,3', '1.2.3', 'separators'],
  ['integer', '100', '2147483647', 'clamped'],
  ['integer', '3000000000', '2147483646', 'clamped'],
  ['decimal', '15', '9', 'clamped'],
  ['text', 'abcdefgh', 'abXde', 'cut'],
  ['date', '1924-03-04', '2024-03-05', 'years'],
  ['timestamp', '1924-03-04 10:00:00', '2024-03-04 11:00:00', 'years'],
  ['time', '10:00:00', '11:00:00', 'years'],
  ['date', '2024-03-04', '2025-04-03', 'day_month'],
  ['timestamp', '2024-03-04 10:00:00', '2024-04-03 11:00:00', 'day_month'],
  ['time', '03:04:00', '04:03:00', 'day_month'],
  ['text', '04/03/2024', '03/04/2025', 'day_month'],
  ['text', '04/03', '03/04', 'day_month'],
  ['timestamp', '2024-01-01 10:00:00', '2024-01-01 11:00:00', 'summer:3600 Europe/Berlin'],
  ['timestamp', '2024-01-01 10:00:00', '2024-01-01 08:00:00', 'zone:source Europe/Berlin'],
  ['timestamp', '2024-01-01 10:00:00.123456', '2024-01-01 10:00:00.129000', 'fraction'],
  ['decimal', '12.345', '12.37', 'rounded'],
  ['decimal', '12.349', '12.35', 'digits_cut'],
  ['decimal', '12.35', '12.349', 'digits_cut'],
  ['decimal', '12.37', '12.345', 'rounded'],
  ['float', '16777217', '16777100', 'significant'],
  ['float', '1.234567', '1.23456', 'significant'],
  ['float', '0.1234567', '0.12346', 'significant'],
  ['float', '0.33333334', '0.3333334', 'single'],
  ['float', '0', '1e-60', 'single'],
  ['text', '9007199254740993', '9007199254740992', 'single'],
  ['float', '0.30000000000000004', '0.3', 'significant:15'],
  ['float', '0.3000000300000001', '0.3', 'float_noise'],
  ['float', '0.3333333432674408', '0.3333333333333333', 'float_noise'],
  ['float', '5.551115123125783e-17', '0', 'float_noise'],
  ['float', '-0.30000000000000004', '0.3', 'float_noise'],
  ['float', '9.007199254740994e+15', '9.007199254740996e+15', 'float_noise'],
  ['text', '9007199254740994', '9007199254740996', 'float_noise'],
  ['text', '12345678901.01', '12345678901.02', 'float_noise'],
  ['text', '1234567890123456.51', '1234567890123456.76', 'float_noise'],
  ['text', '10.5', '10.50', 'float_noise'],
  ['decimal', '0.30000000000000004', '0.3', 'float_noise'],
  ['integer', '16777217', '16777200', 'significant'],
  ['decimal', '0.33333334', '0.3333333432674408', 'single'],
  ['decimal', '0', '0.01', 'factor'],
  ['integer', '18446744073708551612', '18446744073708549952', 'factor'],
  ['integer', '9007199254740993', '9007199254740996', 'double'],
  ['integer', '9007199254740993', '2147483647', 'factor'],
  ['boolean', '1', '0', 'offset'],
];

test.each(LOOK_ALIKES)('of a column as %s, %j beside %j is not %s', (as, source, target, cause) => {
  const found = causesIn(as, source, target);
  expect(found.filter((id) => id === cause || id.startsWith(`${cause}:`))).toEqual([]);
});

test('causes that reveal a value are not reported for masked columns', () => {
  expect(causesIn('text', '', null, true)).toEqual([]);
  expect(causesIn('timestamp', '0000-00-00 00:00:00', null, true)).toEqual([]);
  expect(causesIn('integer', '0', null, true)).toEqual([]);
  expect(causesIn('json', '{"x@y.z":1}', '{}', true)).toEqual([]);
  expect(causesIn('text', 'null', null, true)).toEqual([]);
  expect(causesIn('integer', '3000000000', '2147483647', true)).not.toContain('clamped:2147483647');
  expect(causesIn('text', 'A', 'a', true)).toEqual(['case']);
});

const decimal = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale));

test('any number that is brought to fewer digits is found to be', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 5 }), (source, digits) => {
      const [whole = '', fraction = ''] = source.split('.');
      const target = digits > 0 ? `${whole}.${fraction.slice(0, digits)}` : whole;
      fc.pre(fraction.slice(digits).replace(/0+$/, '') !== '' && !target.endsWith('.'));
      expect(causesIn('decimal', source, target)).toContain(`digits_cut:${digits}`);
    }),
  );
});

test('any list is the same set in whatever order and notation', () => {
  const member = fc.string({ minLength: 1, maxLength: 8, unit: 'binary-ascii' });
  fc.assert(
    fc.property(fc.array(member, { minLength: 2, maxLength: 6 }), (members) => {
      expect(membersOf(JSON.stringify(members))).toEqual(
        members.map((text) => JSON.stringify(text).slice(1, -1).replaceAll(/\\(.)/g, '$1')),
      );
    }),
  );
});

test('two texts of anything have causes without failing, and the same text with blanks has one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      if (one !== other) causesIn('text', one, other);
      if (one.trim() === one && one !== '')
        expect(causesIn('text', one, `${one} `)).toEqual(['blanks:end']);
    }),
  );
});

test('a rule about words for NULL is one about texts', () => {
  expect(mayBeOf('null_word:target', { as: 'text' })).toBe(true);
  expect(mayBeOf('null_word:target', { as: 'float' })).toBe(false);
  expect(mayBeOf('null_word:target', { as: 'decimal' })).toBe(false);
});

test.each([
  ['numeral', '01234', '1234', 'leading_zeros:target'],
  ['numeral', '-7', '-07', 'leading_zeros:source'],
  ['numeral', '1E5', '100000', 'scientific:source'],
  ['separators', '10.50', '10.5', 'numeral'],
  ['separators', '0123.5', '123.5', 'leading_zeros:target'],
  ['spaces:any', 'a b ', 'a b', 'blanks:end'],
  ['spaces:any', ' a b', 'a b', 'blanks:both'],
  ['spaces:hard', 'a\u00a0', 'a ', 'blanks:end'],
  ['spaces:any', 'a\r\nb', 'a\nb', 'line_ends'],
  ['spaces:any', '\ufeffa b', 'a b', 'invisible:U+FEFF'],
  ['spaces:any', 'a \fb', 'a b', 'invisible:U+000C'],
  ['lost_backslashes:target', "it\\'s", "it's", 'escapes:source'],
  ['lost_backslashes:source', 'a/b', 'a\\/b', 'escapes:target'],
])('a rule for %s does not let %j beside %j pass, which is %s', (rule, source, target, cause) => {
  expect(causesIn('text', source, target)).toContain(cause);
  expect(isOfCause(rule, source, target)).toBe(false);
  expect(isOfCause(cause, source, target)).toBe(true);
});

const integerOf = (bits: number): CanonicalType => ({ kind: 'integer', bits, unsigned: false });
const DECIMAL: CanonicalType = { kind: 'decimal', precision: 6, scale: 2 };

test.each([
  ['integer', '-200', '-128', integerOf(8), true],
  ['integer', '-200', '-128', integerOf(32), false],
  ['integer', '3000000000', '2147483647', integerOf(64), true],
  ['integer', '150', '99', integerOf(32), false],
  ['decimal', '123456.78', '9999.99', DECIMAL, true],
  ['decimal', '-123456.78', '-9999.99', DECIMAL, true],
  ['decimal', '123456.78', '999.99', DECIMAL, false],
  ['decimal', '150', '99', { kind: 'decimal', precision: 2, scale: 0 }, true],
  ['decimal', '1.5', '0.99', { kind: 'decimal', precision: 2, scale: 2 }, true],
  ['decimal', '1500', '99', { kind: 'decimal', precision: 2, scale: -1 }, false],
  ['text', '150', '99', TEXT, false],
] as const)(
  'of a column as %s, %j that became %j is clamped in a type %j: %j',
  (as, source, target, type, holds) => {
    const found = findCauses(source, target, { as, masked: false, type });
    expect(found.includes(`clamped:${target}`)).toBe(holds);
  },
);

test.each<[source: string | null, target: string | null, causes: string[]]>([
  ['Größe', 'größe', ['case']],
  ['Grün ', 'Grün', ['blanks:end']],
  ['Grün', null, ['lost:target null']],
  ['', null, ['empty:target']],
  ['Grünland', 'Grünl', ['cut:5', 'cut:6 bytes']],
  // Bytes, but no text.
  ['ff41', '41', []],
])('bytes %j beside the text %j: %j', (source, target, causes) => {
  const digits = (text: string | null) =>
    text === null || text.startsWith('ff') ? text : Buffer.from(text).toString('hex');
  const values = [digits(source), digits(target)] as const;
  const found = findCauses(...values, { as: 'binary', utf8: true, masked: false });
  expect(found).toEqual(causes);
  for (const id of found) expect(isOfCause(id, ...values, true)).toBe(true);
});

test('long bytes are not read as text', () => {
  const spaced = `${'61'.repeat(100_000)}20`;
  const shown = { as: 'binary', utf8: true, masked: false } as const;
  expect(textsOf(spaced, spaced.slice(0, -2))).toBeNull();
  expect(findCauses(spaced, spaced.slice(0, -2), shown)).toEqual([]);
});

test('bytes that were cut are of a cause that counts bytes', () => {
  expect(isOfCause('cut:2 bytes', 'ff00aa', 'ff00')).toBe(true);
  expect(isOfCause('cut:3 bytes', 'ff00aa', 'ff00')).toBe(false);
});

test.each([
  ['zone:source Asia/Kolkata', '2024-07-01 15:30:00', '2024-07-01 10:00:00', true],
  ['zone:source Asia/Kolkata', '2024-07-01 16:30:00', '2024-07-01 11:00:01', false],
  ['zone:target Asia/Kolkata', '2024-07-01 15:30:00', '2024-07-01 10:00:00', false],
  ['zone:target Asia/Kathmandu', '2024-07-01 10:00:00', '2024-07-01 15:45:00', true],
  ['zone:source Europe/Warsaw', '2024-07-01 12:00:00', '2024-07-01 10:00:00', true],
  ['zone:source Europe/Warsaw', '2024-01-01 12:00:00', '2024-01-01 10:00:00', false],
  ['zone:source Europe/Warsaw', '2024-07-01', '2024-07-01', false],
  ['zone:source Europe/Warsaw', null, '2024-07-01 10:00:00', false],
])('a zone that a person named, %s, holds between %j and %j: %j', (id, source, target, holds) => {
  expect(isOfCause(id, source, target)).toBe(holds);
});

/** Length of the longest texts that are examined. */
const LONGEST = 100_000;
const run = (text: string, less = 0): string =>
  text.repeat(Math.floor((LONGEST - less) / text.length));
const nested = (depth: number, inner: string): string =>
  `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

test.each([
  ['arrays', nested(40_000, '1'), nested(40_000, '2')],
  ['arrays beside a number', nested(40_000, '1'), '[1]'],
  ['objects', `${run('{"a":', 20_000)}1${'}'.repeat(16_000)}`, '{"a":1}'],
])('JSON of many nested %s has no cause', (_of, source, target) => {
  expect(causesIn('text', source, target)).toEqual([]);
  expect(causesIn('json', source, target)).toEqual([]);
});

test.each([
  ['zeros in front', `${run('0', 1)}1`, '1', ['leading_zeros:target']],
  ['zeros before a letter', `${run('0', 1)}x`, 'x', []],
  ['zeros inside', `1${run('0', 2)}1`, `1${run('0', 2)}2`, []],
  ['blanks at the end', `a${run(' ', 1)}`, 'a', ['blanks:end']],
  ['blanks around', `${run(' ', LONGEST / 2)}a${run('\t', LONGEST / 2 + 1)}`, 'a', ['blanks:both']],
  ['blanks inside', `a${run(' ', 2)}b`, 'a b', ['spaces:any']],
  ['blanks inside other texts', `a${run(' ', 2)}b`, 'c b', []],
  ['blanks inside a member', `{a${run(' ', 4)}b}`, '{a,b}', []],
  ['quotes that nothing closes', `["${run('\\"', 2)}`, '[1]', []],
  ['marks on one letter', `a${run('\u0301\u0316', 2)}`, 'b', []],
])('long texts with %s have the causes that short ones have', (_of, source, target, causes) => {
  expect(causesIn('text', source, target)).toEqual(causes);
});
