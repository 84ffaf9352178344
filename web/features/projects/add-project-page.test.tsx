import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleTypes, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { AddProjectPage } from './add-project-page.tsx';

async function open(answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/posts/ProjectName': sampleTypes,
    ...answers,
  });
  renderScreen(() => <AddProjectPage />, '/admin/addproject');
  await screen.findByLabelText('Project Name');
  return { api, user: userEvent.setup() };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const add = () => screen.getByRole('button', { name: 'Add Project' });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field('Project Name'), 'Billing');
  await user.type(field('Client Name'), 'Acme');
  for (const kind of ['Planned', 'Actual']) {
    await user.clear(field(`${kind} Start Date`));
    await user.clear(field(`${kind} End Date`));
    await user.type(field(`${kind} Start Date`), '2026-01-01');
    await user.type(field(`${kind} End Date`), '2026-02-01');
  }
  await user.selectOptions(field('Source Database'), 'PostgreSQL');
  await user.selectOptions(field('Target Database'), 'SQLite');
  await user.type(field('Source IP'), '10.0.0.5');
  await user.type(field('Source DB Name'), 'billing');
  await user.type(field('Source Username'), 'reader');
  await user.type(field('Source DB Password'), 'secret');
  await user.type(field('Target DB Name'), 'billing.db');
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('Add Project', () => {
  // covers: 2.addproject.1, 5.project.1
  it('requires every field that the chosen engines have, and no other', async () => {
    const { user, api } = await open();
    await user.selectOptions(field('Source Database'), 'PostgreSQL');
    await user.selectOptions(field('Target Database'), 'SQLite');
    await user.clear(field('Planned Start Date'));
    await user.click(add());
    for (const name of ['Project Name', 'Actual End Date', 'Source IP', 'Source DB Password']) {
      expect(await screen.findByText(`${name} is required`)).toBeTruthy();
    }
    expect(screen.getByText('Target DB Name is required')).toBeTruthy();
    expect(screen.queryByLabelText('Target IP')).toBeNull();
    const hint = screen.getByText('Path of a file below the folder that the operator allows');
    expect(field('Target DB Name').getAttribute('aria-describedby')).toContain(hint.id);
    expect(field('Notes (optional)').required).toBe(false);
    expect(screen.queryByText('Notes is required')).toBeNull();
    expect(api.sent('POST', '/api/posts/')).toEqual([]);
  });

  it('fills in what is known: dates, and the name of the other database', async () => {
    const { user } = await open();
    const today = new Date().toLocaleDateString('sv');
    expect(field('Planned Start Date').value).toBe(today);
    expect(field('Actual Start Date').value).toBe(today);
    await user.type(field('Planned End Date'), '2030-02-01');
    expect(field('Actual End Date').value).toBe('2030-02-01');
    await user.clear(field('Actual End Date'));
    await user.type(field('Actual End Date'), '2030-01-15');
    await user.clear(field('Planned End Date'));
    await user.type(field('Planned End Date'), '2030-03-01');
    expect(field('Actual End Date').value).toBe('2030-01-15');

    await user.selectOptions(field('Source Database'), 'PostgreSQL');
    await user.selectOptions(field('Target Database'), 'SQL Server');
    await user.type(field('Source DB Name'), 'billing');
    await user.tab();
    expect(field('Target DB Name').value).toBe('billing');
    await user.selectOptions(field('Target Database'), 'SQLite');
    await user.clear(field('Target DB Name'));
    await user.type(field('Source DB Name'), '2');
    await user.tab();
    expect(field('Target DB Name').value).toBe('');
  });

  it('tests a connection before there is a project, and forgets the answer for another', async () => {
    const { user, api } = await open({
      'POST /api/dbconnect/test': {
        server_version: 'PostgreSQL 15.18',
        elapsed_ms: 3,
        warnings: [],
      },
    });
    await user.selectOptions(field('Source Database'), 'PostgreSQL');
    const test = screen.getByRole('button', { name: 'Test Connection' });
    await user.click(test);
    expect(await screen.findByText('Source IP is required')).toBeTruthy();
    expect(screen.queryByText('Project Name is required')).toBeNull();
    await user.type(field('Source IP'), '10.0.0.5');
    await user.type(field('Source DB Name'), 'billing');
    await user.type(field('Source Username'), 'reader');
    await user.type(field('Source DB Password'), 'secret');
    await user.click(test);
    expect(await screen.findByText('Connected: PostgreSQL 15.18')).toBeTruthy();
    expect(api.sent('POST', '/api/dbconnect/test')[0]!.body).toMatchObject({
      reportType: 'source',
      Source_Database: 4,
      source_db_ip: '10.0.0.5',
      source_db_port: '5432',
      source_db_name: 'billing',
      source_db_username: 'reader',
      source_db_password: 'secret',
    });
    const found = () => screen.queryByRole('button', { name: /^Source database.*15\.18/ });
    expect(found()).toBeTruthy();
    await user.type(field('Source IP'), '0');
    expect(screen.queryByText('Connected: PostgreSQL 15.18')).toBeNull();
    expect(found()).toBeNull();
  });

  it('sums up what is entered, and leads to what is still open', async () => {
    const { user } = await open();
    const summary = screen.getByRole('region', { name: 'Summary' });
    const step = (name: RegExp) => within(summary).getByRole('button', { name });
    expect(step(/^Project/).textContent).toBe('ProjectFields still open: 2');
    await user.type(field('Project Name'), 'Billing');
    expect(step(/^Project/).textContent).toBe('ProjectBillingFields still open: 1');
    await user.click(step(/^Project/));
    expect(document.activeElement).toBe(field('Client Name'));
    await user.selectOptions(field('Target Database'), 'SQLite');
    await user.type(field('Target DB Name'), 'billing.db');
    expect(step(/^Target database/).textContent).toBe('Target databaseSQLitebilling.db');
  });

  it('fills in default ports, but leaves a typed one alone', async () => {
    const { user } = await open();
    await user.selectOptions(field('Source Database'), 'PostgreSQL');
    expect(field('Source Port').value).toBe('5432');
    await user.selectOptions(field('Source Database'), 'SQL Server');
    expect(field('Source Port').value).toBe('1433');
    await user.clear(field('Source Port'));
    await user.type(field('Source Port'), '9999');
    await user.selectOptions(field('Source Database'), 'PostgreSQL');
    expect(field('Source Port').value).toBe('9999');
  });

  // covers: 5.project.2
  it('checks ports and the order of dates', async () => {
    const { user } = await open();
    await fill(user);
    await user.clear(field('Source Port'));
    await user.type(field('Source Port'), 'abc');
    await user.click(add());
    expect(await screen.findByText('Source Port must be a number')).toBeTruthy();
    await user.clear(field('Source Port'));
    await user.type(field('Source Port'), '5433');
    await user.clear(field('Actual End Date'));
    await user.type(field('Actual End Date'), '2025-12-31');
    await user.click(add());
    expect(
      await screen.findByText('Actual End Date must not be before the start date'),
    ).toBeTruthy();
  });

  // covers: 2.addproject.1, 4.project.2, 8.success.2
  it("sends the form and says 'project added'", async () => {
    const { user, api } = await open({ 'POST /api/posts/': sampleProject });
    await fill(user);
    await user.type(field('Notes (optional)'), 'Moves in May');
    await user.click(add());
    expect(await screen.findByText('project added')).toBeTruthy();
    expect(api.sent('POST', '/api/posts/')[0]!.body).toMatchObject({
      notes: 'Moves in May',
      Project_Name: 'Billing',
      Source_Database: 4,
      Target_Database: 5,
      Migration_Type: 'partial',
      source_port: 5432,
      source_db_password: 'secret',
      target_db_name: 'billing.db',
    });
  });

  it('asks for no password of an account that has none', async () => {
    const { user, api } = await open({ 'POST /api/posts/': sampleProject });
    await fill(user);
    await user.clear(field('Source DB Password'));
    await user.click(add());
    expect(await screen.findByText('Source DB Password is required')).toBeTruthy();
    await user.click(field('This source account has no password'));
    expect(field('Source DB Password').disabled).toBe(true);
    await user.click(add());
    expect(await screen.findByText('project added')).toBeTruthy();
    const { body } = api.sent('POST', '/api/posts/')[0]!;
    expect(body).toMatchObject({ source_no_password: 1 });
    expect(body).not.toHaveProperty('source_db_password');
  });

  // covers: 8.save.1, 8.save.2
  it('prefers the sqlMessage of a failure', async () => {
    const { user } = await open({
      'POST /api/posts/': problemAnswer(409, 'Conflict.', { sqlMessage: 'The name is taken.' }),
    });
    await fill(user);
    await user.click(add());
    await waitFor(() => expect(screen.getByText('The name is taken.')).toBeTruthy());
    expect(screen.getByText('Error')).toBeTruthy();
  });
});
