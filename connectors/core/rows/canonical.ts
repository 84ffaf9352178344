import type { Form } from '../data.ts';

/** The value of a cell, whatever type its column declares. */
export type Cell = null | bigint | number | string | Uint8Array;

export interface CellForm {
  form: Form;
  /** Whether other engines order, and sum, its values alike. */
  ordered: boolean;
  summed: boolean;
}

/**
 * Writes cells as texts in their column's form. A text that looks like a value of the column's type is read as one,
 * and any other stays as it is. An INTEGER in a column of dates counts seconds from 1970 (from 1e11 on milliseconds,
 * from 1e14 on microseconds), a REAL there is a Julian day, as SQLite's own functions have it.
 */
export function createWriter(): (cell: Cell, column: CellForm) => string | null {
  const DAY = 86_400_000;
  const toHex = (bytes: Uint8Array) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

  function decode(bytes: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return toHex(bytes);
    }
  }

  const plain = (cell: bigint | number | string | Uint8Array): string => {
    if (typeof cell === 'string') return cell;
    if (typeof cell === 'number') return writeDouble(cell);
    return typeof cell === 'bigint' ? String(cell) : decode(cell);
  };

  function writeDouble(double: number): string {
    if (double === 0) return '0';
    const size = Math.abs(double);
    if (!Number.isFinite(double) || (size >= 1e-4 && size < 1e15)) return String(double);
    return double.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }

  /** Digits and how many of them follow the point; null where the text is no number. */
  function readDecimal(text: string): { digits: bigint; scale: number } | null {
    const found = /^\s*([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(text);
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = found ?? [];
    if (!found || whole + fraction === '') return null;
    const scale = fraction.length - Number(exponent);
    const digits = BigInt(`${whole}${fraction}${scale < 0 ? '0'.repeat(-scale) : ''}`);
    return { digits: sign === '-' ? -digits : digits, scale: Math.max(scale, 0) };
  }

  /** Without what only its binary fraction adds to a decimal: 0.1 + 0.2 is 0.3. */
  function withoutNoise(double: number): number {
    const near = Number(double.toPrecision(15));
    return String(near).length + 4 <= String(double).length ? near : double;
  }

  /** Rounded half away from zero, as engines do; without zeros at the end where `scale` is null. */
  function writeDecimal(cell: bigint | number | string, scale: number | null): string {
    const text = typeof cell === 'string' ? cell : String(cell);
    const read = readDecimal(text);
    if (!read) return text;
    const minus = read.digits < 0n;
    let digits = minus ? -read.digits : read.digits;
    if (scale !== null && read.scale > scale) {
      const unit = 10n ** BigInt(read.scale - scale);
      digits = (digits + unit / 2n) / unit;
    }
    const kept = scale === null ? read.scale : Math.min(read.scale, scale);
    const padded = String(digits).padStart(kept + 1, '0');
    const whole = padded.slice(0, padded.length - kept);
    let fraction = kept === 0 ? '' : padded.slice(-kept);
    fraction = scale === null ? fraction.replace(/0+$/, '') : fraction.padEnd(scale, '0');
    const written = fraction === '' ? whole : `${whole}.${fraction}`;
    return minus && digits !== 0n ? `-${written}` : written;
  }

  function writeFloat(cell: bigint | number | string, scale: number | null): string {
    if (typeof cell === 'string' && !readDecimal(cell)) return cell;
    const double = Number(cell);
    return scale !== null && Math.abs(double) < 1e15
      ? writeDecimal(double, scale)
      : writeDouble(double);
  }

  function writeBoolean(cell: bigint | number | string): string {
    if (typeof cell !== 'string') return Number(cell) === 0 ? '0' : '1';
    const text = cell.trim().toLowerCase();
    if (['1', 't', 'true', 'y', 'yes'].includes(text)) return '1';
    return ['0', 'f', 'false', 'n', 'no'].includes(text) ? '0' : cell;
  }

  const cut = (fraction: string, precision: number) =>
    precision === 0 ? '' : `.${fraction.slice(0, precision).padEnd(precision, '0')}`;
  const two = (value: number) => String(value).padStart(2, '0');

  interface Moment {
    date: string;
    time: string;
    fraction: string;
  }

  /** @param fraction - fractional digits of the second, used instead of those of `milliseconds` */
  function momentOf(milliseconds: number, fraction: string): Moment | null {
    const at = new Date(milliseconds);
    if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 0) return null;
    return {
      date: `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`,
      time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`,
      fraction,
    };
  }

  function momentOfInteger(count: bigint): Moment | null {
    const size = count < 0n ? -count : count;
    const perSecond = size < 10n ** 11n ? 1n : size < 10n ** 14n ? 1_000n : 1_000_000n;
    const part = ((count % perSecond) + perSecond) % perSecond;
    const digits = String(perSecond).length - 1;
    const fraction = digits === 0 ? '' : String(part).padStart(digits, '0');
    return momentOf(Number((count - part) / perSecond) * 1_000, fraction);
  }

  function momentOfReal(julian: number): Moment | null {
    const milliseconds = Math.round((julian - 2_440_587.5) * DAY);
    return momentOf(
      milliseconds,
      String(((milliseconds % 1_000) + 1_000) % 1_000).padStart(3, '0'),
    );
  }

  const minutesOf = (zone: string | undefined): number => {
    const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };

  const offsetOf = (shift: number): string =>
    `${shift < 0 ? '-' : '+'}${two(Math.floor(Math.abs(shift) / 60))}:${two(Math.abs(shift) % 60)}`;

  function momentOfText(text: string): Moment | null {
    const found =
      /^\s*(\d{4})-(\d\d)-(\d\d)(?:(?:[Tt]| +)(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?)?\s*$/.exec(
        text,
      );
    if (!found) return null;
    const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = found;
    const [fraction = '', zone] = found.slice(7);
    const shift = minutesOf(zone);
    if (shift === 0)
      return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}`, fraction };
    const at = new Date(0);
    at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    at.setUTCHours(Number(hour), Number(minute) - shift, Number(second));
    return momentOf(at.getTime(), fraction);
  }

  function readMoment(cell: bigint | number | string): Moment | null {
    if (typeof cell === 'string') return momentOfText(cell);
    return typeof cell === 'bigint' ? momentOfInteger(cell) : momentOfReal(cell);
  }

  function writeTime(
    cell: bigint | number | string,
    { precision, zoned }: Extract<CellForm['form'], { as: 'time' }>,
  ): string {
    const [, hours, minutes, seconds = '00', fraction = '', zone] =
      /^\s*(-?\d{2,}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?\s*$/.exec(
        String(cell),
      ) ?? [];
    if (hours === undefined || minutes === undefined) {
      const moment = readMoment(cell);
      return moment ? moment.time + cut(moment.fraction, precision) : plain(cell);
    }
    const shift = minutesOf(zone);
    if (shift === 0 || zoned)
      return `${hours}:${minutes}:${seconds}${cut(fraction, precision)}${zoned ? offsetOf(shift) : ''}`;
    const minute = (((Number(hours) * 60 + Number(minutes) - shift) % 1_440) + 1_440) % 1_440;
    return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${seconds}${cut(fraction, precision)}`;
  }

  function writeMoment(cell: bigint | number | string, form: CellForm['form']): string {
    const moment = readMoment(cell);
    if (!moment) return plain(cell);
    return form.as === 'timestamp'
      ? `${moment.date} ${moment.time}${cut(moment.fraction, form.precision)}`
      : moment.date;
  }

  function writeUuid(cell: bigint | number | string | Uint8Array): string {
    const text = typeof cell === 'object' ? toHex(cell) : plain(cell).trim().toLowerCase();
    const digits = text.replace(/[{}-]/g, '');
    return /^[0-9a-f]{32}$/.test(digits)
      ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      : text;
  }

  return (cell, { form }) => {
    if (cell === null) return null;
    switch (form.as) {
      case 'text': {
        let text = plain(cell);
        if (form.trim) text = text.replace(/ +$/, '');
        if (form.fold) text = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
        return form.emptyIsNull && text === '' ? null : text;
      }
      case 'binary': {
        const hex = toHex(typeof cell === 'object' ? cell : Buffer.from(plain(cell)));
        return form.emptyIsNull && hex === '' ? null : hex;
      }
      case 'uuid':
        return writeUuid(cell);
      case 'json':
        return plain(cell);
      default:
    }
    const value = typeof cell === 'object' ? decode(cell) : cell;
    switch (form.as) {
      case 'integer':
        return typeof value === 'bigint' ? String(value) : writeDecimal(value, null);
      case 'decimal':
        return writeDecimal(typeof value === 'number' ? withoutNoise(value) : value, form.scale);
      case 'float':
        return writeFloat(value, form.scale);
      case 'boolean':
        return writeBoolean(value);
      case 'time':
        return writeTime(value, form);
      default:
        return writeMoment(value, form);
    }
  };
}
