import { describe, expect, it } from 'vitest';
import { sampleProject as project, sampleTypes } from '../../ui/testing/samples.ts';
import {
  changeEngine,
  missingFields,
  passwordState,
  storedConnection,
  wireForm,
  initialForm,
  toDbData,
} from './connection-form.ts';
import { listIn, rowsOf } from './use-side.ts';

const [, postgres, sqlite] = sampleTypes as [
  never,
  (typeof sampleTypes)[0],
  (typeof sampleTypes)[0],
];
const stored = storedConnection(project, 'source');

describe('connection form', () => {
  it('is filled from the project row, without a password', () => {
    expect(stored).toEqual({
      engine: 4,
      ip: '10.0.0.5',
      port: '5432',
      db_name: 'billing',
      username: 'reader',
      password: '',
      tls: 'off',
      tls_ca: '',
    });
  });

  it('uses the stored password only at the stored place', () => {
    const state = (change: object) =>
      passwordState({ ...stored, ...change }, postgres, project, 'source');
    expect(state({})).toBe('stored');
    for (const change of [
      { ip: '10.0.0.6' },
      { port: '5433' },
      { db_name: 'other' },
      { username: 'root' },
      { tls: 'verify' },
    ]) {
      expect(state(change)).toBe('again');
      expect(state({ ...change, password: 'x' })).toBe('typed');
    }
    expect(passwordState(stored, postgres, { ...project, source_db_password: '' }, 'source')).toBe(
      'missing',
    );
    expect(passwordState(stored, sqlite, project, 'target')).toBe('none');
  });

  it('misses what the engine needs and nothing else', () => {
    expect(missingFields(stored, postgres, 'stored')).toEqual([]);
    expect(missingFields({ ...stored, ip: ' ' }, postgres, 'again')).toEqual(['ip', 'password']);
    expect(missingFields({ ...stored, ip: '' }, sqlite, 'none')).toEqual([]);
    expect(missingFields({ ...stored, tls: 'verify-ca' }, postgres, 'stored')).toEqual(['tls_ca']);
  });

  it("takes the other engine's default port unless one was typed", () => {
    const other = { ...postgres, id: 3 as const, default_port: 3306 };
    expect(changeEngine(stored, postgres, other).port).toBe('3306');
    expect(changeEngine({ ...stored, port: '6000' }, postgres, other).port).toBe('6000');
    expect(changeEngine({ ...stored, tls: 'verify' }, postgres, sqlite).tls).toBe('off');
  });

  // covers: 3.form.1, D29.5
  it("sends the side's own fields under its names", () => {
    expect(wireForm(project, 'source', { ...stored, password: 'typed' }, postgres)).toEqual({
      Project_Id: 12,
      Source_Name: 'old',
      Source_Database: 4,
      source_db_ip: '10.0.0.5',
      source_db_port: '5432',
      source_db_name: 'billing',
      source_db_username: 'reader',
      source_db_password: 'typed',
      source_tls: 'off',
      source_tls_ca: null,
    });
    const target = wireForm(project, 'target', storedConnection(project, 'target'), sqlite);
    expect(target).toMatchObject({ Target_Database: 5, target_db_name: 'billing.db' });
    expect(target).toMatchObject({ target_db_ip: null, target_db_password: null });
  });
});

describe('dbData', () => {
  const form = initialForm(project, undefined);
  const typed = {
    ...form,
    source: { ...form.source, values: { ...stored, ip: '10.9.9.9', password: 'hunter2' } },
  };

  // covers: 3.form.4
  it('never holds a password', () => {
    const kept = toDbData(project, typed);
    expect(JSON.stringify(kept)).not.toContain('hunter2');
    expect(Object.keys(kept).filter((key) => /password/i.test(key))).toEqual([]);
  });

  // covers: 3.form.3
  it('brings back what was typed, until the project is edited', () => {
    const kept = toDbData(project, typed);
    expect(initialForm(project, kept).source.values).toEqual({ ...stored, ip: '10.9.9.9' });
    expect(initialForm({ ...project, version: 4 }, kept).source.values).toEqual(stored);
    expect(initialForm({ ...project, Project_Id: 13 }, kept).source.values).toEqual(stored);
    expect(initialForm(project, { nonsense: true }).source.values).toEqual(stored);
  });
});

describe('answers', () => {
  // covers: 3.dbtype.2, D8.2
  it('come as a list or as record sets', () => {
    expect(rowsOf([1, 2])).toEqual([1, 2]);
    expect(rowsOf({ recordsets: [[1], [2]] })).toEqual([1, 2]);
  });

  it('carry warnings in a header', () => {
    expect(listIn(encodeURIComponent(JSON.stringify(['Gewähre SELECT'])))).toEqual([
      'Gewähre SELECT',
    ]);
    expect(listIn(null)).toEqual([]);
    expect(listIn('%E0%A4%A')).toEqual([]);
  });
});
