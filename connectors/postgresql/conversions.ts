/** Types that convert to and from others alike. */
const FAMILIES: readonly (readonly [name: string, of: RegExp])[] = [
  ['text', /^(text|character|citext|name)\b(?!.*\[\])/],
  ['number', /^(smallint|integer|bigint|numeric|real|double precision)\b(?!.*\[\])/],
  ['boolean', /^boolean$/],
  ['bytes', /^bytea$/],
  ['date', /^date$/],
  ['time', /^time(\(\d\))? without/],
  ['time of a zone', /^time(\(\d\))? with /],
  ['moment', /^timestamp(\(\d\))? without/],
  ['moment of a zone', /^timestamp(\(\d\))? with /],
  ['interval', /^interval\b(?!.*\[\])/],
  ['uuid', /^uuid$/],
  ['json', /^jsonb?$/],
  ['xml', /^xml$/],
  ['bits', /^bit\b(?!.*\[\])/],
  ['address', /^(inet|cidr)$/],
  ['array', /\[\]$/],
];
export const familyOf = (type: string): string =>
  FAMILIES.find(([, of]) => of.test(type))?.[0] ?? 'other';

const cast = (value: string, type: string): string => `${value}::${type}`;

/** Conversions that are more than a cast, which does not exist or gives other values. */
const WRITTEN: Readonly<Record<string, (value: string, type: string) => string>> = {
  'number to boolean': (value) => `${value} <> 0`,
  'boolean to number': (value, type) => cast(`${value}::integer`, type),
  // A cast reads backslashes, and writes all bytes as digits.
  'text to bytes': (value) => `convert_to(${value}, 'UTF8')`,
  'json to bytes': (value) => `convert_to(${value}::text, 'UTF8')`,
  'bytes to text': (value, type) => cast(`convert_from(${value}, 'UTF8')`, type),
  'bytes to json': (value, type) => cast(`convert_from(${value}, 'UTF8')`, type),
  'bytes to uuid': (value) => `encode(${value}, 'hex')::uuid`,
  'uuid to bytes': (value) => `uuid_send(${value})`,
  // A cast adds /32.
  'address to text': (value, type) => cast(`abbrev(${value})`, type),
  'array to json': (value, type) => cast(`to_jsonb(${value})`, type),
  'other to other': (value, type) => cast(`${value}::text`, type),
};
const CASTS: ReadonlySet<string> = new Set([
  'date to moment',
  'date to moment of a zone',
  'moment to date',
  'moment to moment of a zone',
  'moment to time',
  'moment of a zone to date',
  'moment of a zone to moment',
  'moment of a zone to time',
  'moment of a zone to time of a zone',
  'time to time of a zone',
  'time to interval',
  'time of a zone to time',
  'interval to time',
]);

/** The value of a column for a new type; null where the server has no conversion. */
export function convert(value: string, was: string, type: string): string | null {
  const [from, to] = [familyOf(was), familyOf(type)];
  const written = WRITTEN[`${from} to ${to}`];
  if (written) return written(value, type);
  const isCast = from === to || from === 'text' || to === 'text' || CASTS.has(`${from} to ${to}`);
  return isCast ? cast(value, type) : null;
}
