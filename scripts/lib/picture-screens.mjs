// The pictures by name: an address, or an address and the actions to perform there. Elements are never found by their
// text, because half of the pictures are in another language.
const button = '.mantine-Button-root';
const dialog = '[role="dialog"]';

const press =
  (selector, at = 0) =>
  (page) =>
    page.locator(selector).nth(at).click();
const steps =
  (...all) =>
  async (page) => {
    for (const step of all) await step(page);
  };
const check = (row) => (page) =>
  page.locator('main [role="grid"] [type="checkbox"]').nth(row).check();
/** A button below a table with selected rows, counted from the end. */
const inBanner = (fromEnd) =>
  press('xpath=//table[@role="grid"]/following::button[ancestor::main]', -fromEnd);
const openRow = (at) => press('main [data-action]', at);
const withoutServer = (calls) => async (page) => {
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await page.locator('main [role="alert"]').first().waitFor({ timeout: 60_000 });
};

const report = async (page) => {
  for (const side of [0, 1]) {
    const section = page.locator('main section').nth(side);
    await section.locator(button).first().click();
    await section.getByRole('grid').waitFor();
  }
};
const mapSpreadsheet = async (page) => {
  const chooser = page.waitForEvent('filechooser');
  await page.locator('main .mantine-FileInput-input').click();
  const lines = [
    'side,object type,schema name,object name,comments,owner',
    'source,tables,ledger,accounts,first of all,ann',
    'source,nonsense,ledger,entries,,bob',
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await (await chooser).setFiles({ name: 'objects.csv', mimeType: 'text/csv', buffer });
  await page.locator('main table').first().waitFor();
};

/** Screens of an empty installation. */
export const firstScreens = { 'first-start': '/admin/homepage' };

const entry = (project) => ({
  login: '/login',
  register: '/register',
  dashboard: '/admin/dashboard',
  'dashboard-project': `/admin/dashboard?project=${project}`,
  homepage: '/admin/homepage',
  'project-editor': ['/admin/homepage', press('button[data-action]')],
  palette: ['/admin/homepage', (page) => page.keyboard.press('Control+k')],
  notifications: [
    '/admin/homepage',
    (page) => page.locator('header button[aria-haspopup="dialog"]').last().click(),
  ],
  'profile-menu': ['/admin/homepage', press('header button[aria-haspopup="menu"]')],
  'display-settings': [
    '/admin/homepage',
    steps(press('header button[aria-haspopup="menu"]'), press('[role="menuitem"]', 1)),
  ],
  'add-project': '/admin/addproject',
  'assign-project': '/admin/assignproject',
  clients: '/admin/clients',
  'add-user': '/admin/adduser',
  users: '/admin/users',
  'user-editor': ['/admin/users', openRow(0)],
  'new-account': ['/admin/users', press(`main ${button}`)],
  profile: '/admin/profile',
  glossary: '/admin/glossary',
  'rtl-page': '/rtl/rtl-page',
});

const objects = (project, empty, sample) => ({
  connection: `/dbconnect?project=${project}`,
  'connection-report': [`/dbconnect?project=${sample}`, report],
  'import-dialog': [
    `/dbconnect?project=${sample}`,
    steps(report, press(`main section >> nth=0 >> ${button}`, 3)),
  ],
  spreadsheet: `/admin/spreadsheet?project=${project}`,
  'spreadsheet-columns': [`/admin/spreadsheet?project=${project}`, mapSpreadsheet],
  'spreadsheet-check': [
    `/admin/spreadsheet?project=${project}`,
    steps(mapSpreadsheet, press(`main section:nth-of-type(3) ${button}`)),
  ],
  results: `/adminresults?project=${project}&side=source`,
  'results-empty': `/adminresults?project=${empty}&side=target`,
  'results-failed': [
    `/adminresults?project=${project}&side=source`,
    withoutServer('**/api/adminresults/source/**'),
  ],
  assign: [`/assignobjects?project=${project}&side=source`, check(2)],
  testing: `/testing?project=${project}&side=source`,
  developer: `/developer?project=${project}`,
  // Excludes controls that open a list or a menu.
  filters: [
    `/testing?project=${project}&side=source`,
    press('main button[aria-expanded]:not([aria-haspopup])'),
  ],
  'object-editor': [`/testing?project=${project}&side=source`, openRow(0)],
  'row-history': [
    `/testing?project=${project}&side=source`,
    steps(openRow(0), press(`${dialog} button[aria-expanded]`)),
  ],
  'bulk-edit': [`/testing?project=${project}&side=source`, steps(check(1), check(2), inBanner(1))],
});

const pairs = ({ project, pairOf }, empty) => {
  const list = `/pairs?project=${project}`;
  const unmatched = `${list}&f.state=unmatched`;
  return {
    pairs: list,
    'pairs-unmatched': [unmatched, steps(check(1), check(2))],
    'pairs-empty': `/pairs?project=${empty}`,
    'pairs-failed': [list, withoutServer('**/api/projects/*/pairs*')],
    'pairs-refused': [unmatched, steps(check(1), check(2), inBanner(6))],
    'dropped-dialog': [unmatched, steps(check(2), inBanner(4))],
    'link-dialog': [unmatched, steps(check(2), inBanner(2))],
    'compare-dialog': [list, steps(check(1), inBanner(1))],
    'pair-rules': [
      `/pairrules?project=${project}`,
      steps(
        press(`main section:nth-of-type(1) ${button}`),
        press(`main section:nth-of-type(2) ${button}`),
      ),
    ],
    proof: `/proof?project=${project}`,
    'proof-empty': `/proof?project=${empty}`,
    'proof-settings': [`/proof?project=${project}`, press('main button:not([role])', 1)],
    'proof-report': `/proofreport?project=${project}`,
    assessment: `/assessment?project=${project}`,
    waves: `/waves?project=${project}`,
    'waves-order': `/waves?project=${project}&tab=order`,
    webhooks: `/webhooks?project=${project}`,
    forecast: `/forecast?project=${project}`,
    gate: `/gate?project=${project}`,
    cutover: `/cutover?project=${project}`,
    wall: `/wall?project=${project}`,
    client: `/client?project=${project}`,
    'pair-structure': `/pair?project=${project}&pair=${pairOf('loyalty_cards')}&tab=structure`,
    'pair-accepted': `/pair?project=${project}&pair=${pairOf('books')}&tab=structure`,
    'pair-text': `/pair?project=${project}&pair=${pairOf('low_stock')}&tab=structure`,
    'pair-rows': `/pair?project=${project}&pair=${pairOf('order_lines')}&tab=data`,
    'pair-call': `/pair?project=${project}&pair=${pairOf('low_stock')}&tab=call`,
    'pair-evidence': `/pair?project=${project}&pair=${pairOf('authors')}&tab=evidence`,
    'pair-signoff': `/pair?project=${project}&pair=${pairOf('authors')}&tab=signoff`,
    'pair-history': `/pair?project=${project}&pair=${pairOf('books')}&tab=history`,
    'pair-comments': `/pair?project=${project}&pair=${pairOf('authors')}&tab=comments`,
    'pair-unmatched': `/pair?project=${project}&pair=${pairOf('reviews')}`,
    'accept-dialog': [
      `/pair?project=${project}&pair=${pairOf('loyalty_cards')}&tab=structure`,
      press('[role="tabpanel"] section button'),
    ],
    'comparison-rules': [
      `/pair?project=${project}&pair=${pairOf('order_lines')}&tab=data`,
      press('[role="tabpanel"] button', 1),
    ],
  };
};

/** @param world the results of `fillForPictures` and `fillProof` */
export const adminScreens = ({ project, empty, proof }) => ({
  ...entry(project),
  ...objects(project, empty, proof.project),
  ...pairs(proof, empty),
});

/** The drawer exists only where there is no room for the sidebar. */
export const phoneScreens = { drawer: ['/admin/homepage', press('header button')] };

export const developerScreens = ({ project }) => ({
  'developer-homepage': '/admin/homepage',
  'developer-dashboard': '/admin/dashboard',
  'developer-objects': `/developer?project=${project}`,
});

export const testerScreens = ({ project }) => ({
  'tester-homepage': '/admin/homepage',
  'tester-objects': `/testing?project=${project}&side=source`,
  'tester-pairs': `/pairs?project=${project}`,
});
