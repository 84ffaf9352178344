// The import law: who may import whom. Each rule is one sentence; tests/house shows that it bites.

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const test = '\\.test\\.tsx?$';
/** What tests share beside the code that they test. */
const aid = '[/-](exam|fixture)\\.ts$|/testing/';

/** The parts of proof are features of their own. */
const feature = '((?:proof/)?(?!proof/)[^/]+)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'contract-imports-zod-only',
      'The contract imports zod, itself and the list of engines, nothing else: both sides load it.',
      { path: '^contract/', pathNot: test },
      { pathNot: '^contract/|node_modules/zod/|^connectors/engines\\.ts$' },
    ),
    rule(
      'engines-are-data',
      'What is said of engines is plain data, without drivers: the web app loads it, too.',
      { path: '^connectors/(engines|[^/]+/engine)\\.ts$' },
      { pathNot: '^contract/engines\\.ts$|^connectors/[^/]+/engine\\.ts$' },
    ),
    rule(
      'connectors-stand-alone',
      'Connectors know the contract and each other, nothing of the server, the web app or the tests.',
      { path: '^connectors/', pathNot: test },
      { path: '^(server|web|tests|bench|scripts)/' },
    ),
    rule(
      'engine-imports-no-engine',
      'An engine uses the core and its own folder, never another engine.',
      { path: '^connectors/(?!core/)([^/]+)/' },
      { path: '^connectors/(?!core/)([^/]+)/', pathNot: '^connectors/$1/' },
    ),
    rule(
      'core-imports-no-engine',
      'The core knows no engine; the registry beside it names them.',
      { path: '^connectors/core/', pathNot: `${test}|/registry\\.ts$` },
      { path: '^connectors/(?!core/)[^/]+/' },
    ),
    rule(
      'platform-imports-no-feature',
      'The platform serves every feature and knows none.',
      { path: '^server/platform/', pathNot: test },
      { path: '^server/(features|app)/' },
    ),
    rule(
      'features-import-no-app',
      'Features are composed by the app and never reach up to it.',
      { path: '^server/features/', pathNot: test },
      { path: '^server/app/' },
    ),
    rule(
      'feature-uses-services-only',
      'A feature uses another feature through its service or its types only.',
      { path: `^server/features/${feature}/`, pathNot: test },
      {
        path: '^server/features/',
        pathNot:
          '^server/features/$1/|^server/features/(proof/)?[^/]+/(service|types|[a-z-]+-(service|types))\\.ts$',
      },
    ),
    rule(
      'routes-see-no-repository',
      'Routes see services only; the repository is theirs to call.',
      { path: '^server/features/.*routes\\.ts$' },
      { path: '^server/features/.*repository\\.ts$' },
    ),
    rule(
      'server-imports-no-web',
      'The server knows the built web app as files only.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    rule(
      'web-imports-no-server',
      'The web app reaches the server through the contract only.',
      { path: '^web/' },
      { path: '^(server|connectors|tests|bench|scripts)/' },
    ),
    rule(
      'web-tools-import-no-feature',
      'web/ui and web/lib serve every screen and know none.',
      { path: '^web/(ui|lib)/', pathNot: test },
      { path: '^web/(features|app)/' },
    ),
    rule(
      'web-lib-imports-no-ui',
      'web/lib stands below web/ui and knows of it the names of icons only.',
      { path: '^web/lib/', pathNot: test },
      { path: '^web/ui/', pathNot: '^web/ui/icons\\.tsx$' },
    ),
    rule(
      'web-ui-knows-no-entity',
      'web/ui knows fields, messages and the names of engines, no project, object, pair or user.',
      { path: '^web/ui/', pathNot: `${test}|${aid}` },
      {
        path: '^contract/|^web/lib/(project|objects|choices|selection|session)',
        pathNot: '^contract/(messages/|(fields|preferences|engines|database-types)\\.ts$)',
      },
    ),
    rule(
      'web-features-import-no-app',
      'Screens are composed by the app and never reach up to it.',
      { path: '^web/features/', pathNot: test },
      { path: '^web/app/' },
    ),
    rule(
      'code-imports-no-test',
      'Nothing that ships imports a test or its helpers.',
      { path: '^(contract|connectors|server|web)/', pathNot: `${test}|${aid}` },
      { path: `${test}|${aid}|^tests/` },
    ),
    rule('no-cycle', 'Nothing imports itself, however far around.', {}, { circular: true }),
    rule(
      'no-orphan',
      'A file that nothing imports is either an entry point or dead.',
      {
        orphan: true,
        path: '^(contract|connectors|server|web)/',
        pathNot: `${test}|\\.d\\.ts$|\\.json$|^web/public/`,
      },
      {},
    ),
    rule(
      'import-resolves',
      'Every import leads to a file or an installed package.',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'package-is-declared',
      'Every package is named in package.json, and what ships needs no development package.',
      { path: '^(contract|connectors|server)/', pathNot: `${test}|${aid}` },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage|test-results)/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
