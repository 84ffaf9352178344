// People, projects and objects for the pictures of the documentation.
const PASSWORD = 'for a picture only';
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const NAMES =
  'addresses authors baskets books brands carriers categories countries customers deliveries ' +
  'discounts editions employees genres invoices languages orders payments publishers ratings ' +
  'returns reviews shelves shops stock suppliers vouchers';

/** Signs a user in; returns a function that makes their calls. */
export async function open(url, { username, password }) {
  let cookie = '';
  const call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    cookie ||= (answer.headers.getSetCookie()[0] ?? '').split(';')[0];
    return text ? JSON.parse(text) : undefined;
  };
  const login_time = new Date().toISOString();
  await call('POST', '/api/auth/login', { username, password, login_time });
  return call;
}

/** Fills an empty server; returns the ids of two projects, and the accounts of a developer and a tester. */
export async function fillForPictures(call) {
  const people = {};
  for (const username of ['dora', 'emil', 'tom', 'tina']) {
    const body = { username, password: PASSWORD, create_date: new Date().toISOString() };
    people[username] = (await call('POST', '/api/auth/register', body)).user_id;
  }
  const addProject = async (name, client, source, target, ends, status) => {
    const sides = ['source', 'target'].flatMap((side) =>
      Object.entries({
        ip: '127.0.0.1',
        port: 5432,
        db_name: 'shop',
        username: 'reader',
        db_password: 'secret',
      }).map(([field, value]) => [`${side}_${field}`, value]),
    );
    const row = await call('POST', '/api/posts/', {
      Project_Name: name,
      Client_Name: client,
      Source_Database: source,
      Target_Database: target,
      Project_Status: status,
      Planned_Start_Date: day(-60),
      Planned_End_Date: day(ends),
      Actual_Start_Date: day(-55),
      Actual_End_Date: day(ends + 20),
      ...Object.fromEntries(sides),
    });
    return row.Project_Id;
  };
  const project = await addProject(
    'Bookshop to PostgreSQL',
    'Harbour Books',
    3,
    4,
    45,
    'inProgress',
  );
  const late = await addProject('Ledger to PostgreSQL', 'Northwind', 1, 4, -6, 'inProgress');
  const empty = await addProject('Archive to SQL Server', 'Contoso', 2, 1, 120, 'pending');
  for (const [name, role] of [
    ['dora', 'developer'],
    ['emil', 'developer'],
    ['tom', 'tester'],
    ['tina', 'tester'],
  ])
    for (const Project_Id of [project, late])
      await call('POST', '/api/assigned/', { Project_Id, user_id: people[name], role });

  const names = NAMES.split(' ');
  const items = (Project_Id, list, type) =>
    list.map((table_name) => ({
      table_name,
      schema: 'shop',
      object_type_source: type,
      Project_Id,
    }));
  for (const [id, share] of [
    [project, 0.7],
    [late, 0.3],
  ]) {
    await call('POST', '/api/dbconnect/importsource', [
      ...items(id, names, 'tables'),
      ...items(id, ['open_orders', 'top_customers', 'stock_by_shop'], 'views'),
      ...items(id, ['vat_of', 'price_in'], 'functions'),
      ...items(id, ['close_month'], 'procedures'),
    ]);
    await call('POST', '/api/dbconnect/importtarget', items(id, names.slice(0, 18), 'tables'));
    const rows = await call('GET', `/api/testresults/${id}`);
    const give = (role, [first, second]) =>
      rows.map(({ source_objectid }, index) => ({
        source_objectid,
        [role]: people[index % 3 ? first : second],
      }));
    const assign = '/api/assignobjects';
    await call('PUT', `${assign}/developerupdate/`, give('developer', ['dora', 'emil']));
    await call('PUT', `${assign}/testerupdatesource/`, give('tester', ['tom', 'tina']));
    const save = (row, edit) => call('PUT', `/api/testresults/${row.source_objectid}`, edit);
    for (const row of rows.slice(0, rows.length * share))
      await save(row, { status: 'migrated', comments: 'moved with the nightly batch' });
    for (const row of rows.slice(0, rows.length * share * 0.6))
      await save(row, {
        status: 'verified',
        test_call: `select count(*) from ${row.object_name}`,
        test_result: '1,204 = 1,204',
      });
  }
  const account = (username) => ({ username, password: PASSWORD });
  return { project, empty, developer: account('dora'), tester: account('tom') };
}
