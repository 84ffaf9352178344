// The sample project with everything that people do to its pairs: its two databases are really compared.
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function runsAreOver(call, project) {
  for (;;) {
    const runs = await call('GET', `/api/projects/${project}/runs`);
    if (runs.every(({ finished_at: at }) => at !== null)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Assigns, migrates and verifies, so that the sample's people have something to look at. */
async function work(call, project) {
  const [{ developer, tester }] = (await call('GET', '/api/adminresults/')).filter(
    ({ Project_Id: id }) => id === project,
  );
  const objects = await call('GET', `/api/testresults/${project}`);
  const give = (role, [person]) =>
    objects.map(({ source_objectid }) => ({ source_objectid, [role]: person }));
  await call('PUT', '/api/assignobjects/developerupdate/', give('developer', developer));
  await call('PUT', '/api/assignobjects/testerupdatesource/', give('tester', tester));
  for (const { source_objectid: id, object_name: name } of objects.slice(0, 12)) {
    await call('PUT', `/api/testresults/${id}`, { status: 'migrated' });
    if (name === 'authors' || name === 'branches')
      await call('PUT', `/api/testresults/${id}`, {
        status: 'verified',
        test_call: `select count(*) from ${name}`,
        test_result: 'the same number of rows',
        comments: 'One accent was lost; the author knows.',
      });
  }
}

/** Loads the sample project; answers its id, its people's accounts and the ids of pairs by name. */
export async function fillProof(call) {
  const { Project_Id: project, accounts } = await call('POST', '/api/sample');
  await runsAreOver(call, project);
  await work(call, project);
  const at = `/api/projects/${project}`;
  const pairs = await call('GET', `${at}/pairs`);
  const pairOf = (name) => pairs.find((pair) => pair.name.endsWith(`.${name}`)).id;
  const ids = (...names) => ({ ids: names.map(pairOf) });
  await call('POST', `${at}/pairs/confirm`, ids('authors', 'branches', 'books', 'categories'));
  await call('POST', `${at}/pairs/decide`, {
    ...ids('order_archive'),
    state: 'new',
    reason: 'Orders of closed years move here every January.',
  });
  await call('POST', `${at}/pairs/${pairOf('low_stock')}/call`, {
    source_text: 'select title, copies from low_stock where branch_id = :branch order by title',
    target_text: 'select title, copies from low_stock where branch_id = :branch order by title',
    parameter_sets: [
      { name: 'First branch', values: { branch: '1' } },
      { name: 'No such branch', values: { branch: '99' } },
    ],
    ordered: true,
    writes: false,
  });
  const { findings } = await call('GET', `${at}/pairs/${pairOf('books')}/structure`);
  const { code, name, source, target } = findings.find(({ severity }) => severity !== 'info');
  await call('POST', `${at}/acceptances`, {
    pair_id: pairOf('books'),
    code,
    name,
    source,
    target,
    reason: 'Agreed with the client: prices have two digits.',
    until: day(90),
  });
  return { project, accounts, pairOf };
}
