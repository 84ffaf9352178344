import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../contract/auth.ts';
import {
  clearSelections,
  clearStoredUser,
  mayHaveSession,
  select,
  selected,
  storeUser,
  storedUser,
} from './selection.ts';

const user: SessionUser = {
  user_id: 4,
  username: 'mary',
  email: null,
  password: '********',
  create_date: '2026-01-01T00:00:00.000Z',
  is_admin: 0,
  is_active: 1,
  password_set_by_admin: 0,
};

beforeEach(() => localStorage.clear());

describe('stored selections', () => {
  // covers: 3.project.7, 3.flags.1
  it('belong to a user', () => {
    storeUser(user);
    select('tableflag', 'target');
    storeUser({ ...user, user_id: 5 });
    expect(selected('tableflag')).toBeUndefined();
    storeUser(user);
    expect(selected('tableflag')).toBe('target');
  });

  // covers: D20.4
  it('never hold a password', () => {
    storeUser({ ...user, password: 'in-clear' });
    select('dbData', {
      source_db_ip: '10.0.0.1',
      source_db_password: 'in-clear',
      target_db_password: 'in-clear',
    });
    expect(selected('dbData')).toEqual({ source_db_ip: '10.0.0.1' });
    const stored = Object.keys(localStorage).map((key) => localStorage.getItem(key));
    expect(stored.join()).toContain('10.0.0.1');
    expect(stored.join()).not.toMatch(/in-clear|password/i);
  });

  // covers: 2.login.4, 6.logout.1, D20.4
  it('lose only the user when the login page opens, and everything at logout', () => {
    storeUser(user);
    select('project', { Project_Id: 1, Project_Name: 'One' });
    clearStoredUser();
    expect(storedUser()).toBeNull();
    expect(mayHaveSession()).toBe(true);
    storeUser(user);
    expect(selected('project')).toEqual({ Project_Id: 1, Project_Name: 'One' });
    clearSelections();
    expect(localStorage.length).toBe(0);
  });

  it('are nothing without a user', () => {
    select('tableflag', 'target');
    expect(selected('tableflag')).toBeUndefined();
  });

  it('survive nonsense in storage', () => {
    localStorage.setItem('user', '{not json');
    expect(storedUser()).toBeNull();
  });
});
