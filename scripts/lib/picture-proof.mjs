// The sample project, with further actions on its pairs.
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Loads the sample project; returns its id, the accounts of its people, and the ids of pairs by name. */
export async function fillProof(call) {
  const { Project_Id: project, accounts } = await call('POST', '/api/sample');
  const at = `/api/projects/${project}`;
  const pairs = await call('GET', `${at}/pairs`);
  const pairOf = (name) => pairs.find((pair) => pair.name.endsWith(`.${name}`)).id;
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
