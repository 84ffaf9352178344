import { expect, it } from 'vitest';
import { OBJECT_TYPES, type ObjectType } from '../../../../../../contract/engines.ts';
import type { Trigger } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import {
  sampleColumn,
  sampleTable,
  sampleTrigger,
} from '../../../../../../tests/support/sample-definitions.ts';
import type { PairTask } from '../../../pairs/service.ts';
import { findBetween } from '../compare-fixture.ts';
import { noCounterparts } from '../../counterparts.ts';
import { findAlone } from '../../missing.ts';
import { lacksOf } from '../../outcome.ts';

type Engine = 'mysql' | 'duckdb' | 'postgresql';
const enginesTo = (target: Engine) => ({ source: ENGINES.sqlite.id, target: ENGINES[target].id });
const IMPOSSIBLE = ['definition.triggerImpossible', 'definition.triggerImpossibleAdvice'];
const NO_INSTEAD_OF = ['definition.insteadOfImpossible', 'definition.insteadOfImpossibleAdvice'];
const CASES: [Trigger['timing'], Engine, string[]][] = [
  ['instead of', 'mysql', NO_INSTEAD_OF],
  ['instead of', 'duckdb', IMPOSSIBLE],
  ['after', 'duckdb', IMPOSSIBLE],
];

it.each<[Trigger['timing'], Engine, string[]]>([
  ...CASES,
  ['instead of', 'postgresql', ['definition.missingObject', 'definition.missingAdvice']],
  ['after', 'mysql', ['definition.missingObject', 'definition.missingAdvice']],
])('a trigger of its own that acts %s, missing on %s', (timing, engine, [detail, advice]) => {
  const type_id = OBJECT_TYPES.triggers;
  const member = { id: 1, type_id, side: 'source', schema_name: 'main', object_name: 'tr' };
  const task = { pair: { state: 'unmatched' }, members: [member] } as unknown as PairTask;
  const definition = {
    ...sampleTrigger({ timing }),
    kind: 'trigger',
    schema: 'main',
    table: 'v',
  } as const;
  const counterparts = { counterpartOf: noCounterparts, originOf: noCounterparts };
  const context = { ...counterparts, engines: enginesTo(engine) };
  const [found] = findAlone(task, new Map([[1, { definition }]]), context) ?? [];
  expect([found?.code, found?.detail, found?.advice]).toMatchObject([
    'object.missing',
    { code: detail },
    { code: advice },
  ]);
  // No statement is written for a note.
  expect(found!.severity === 'info').toBe(detail !== 'definition.missingObject');
});

it.each<[Trigger['timing'], Engine, string[]]>([
  ...CASES,
  ['after', 'mysql', ['definition.triggerLost']],
])('a trigger of a table that acts %s, missing on %s', async (timing, engine, [detail]) => {
  const engines = enginesTo(engine);
  const table = (...triggers: Trigger[]) => sampleTable([sampleColumn('id')], { triggers });
  const own = table(sampleTrigger({ timing }));
  const found = await findBetween(engines, own, table(), { lacks: lacksOf(engines) });
  expect(found).toMatchObject([{ code: 'trigger.missing', detail: { code: detail } }]);
});

it.each<[string, ObjectType, keyof typeof ENGINES, string]>([
  ['a function', 'functions', 'sqlite', 'definition.kindImpossible'],
  ['a sequence', 'sequences', 'sqlite', 'definition.kindImpossible'],
  ['a procedure, which may become a function', 'procedures', 'duckdb', 'definition.missingObject'],
  ['a table', 'tables', 'sqlite', 'definition.missingObject'],
])(
  'what the target’s engine has no kind of is not to be created there: %s',
  (_, type, engine, code) => {
    const member = { id: 1, side: 'source', schema_name: 's', object_name: 'f' };
    const members = [{ ...member, type_id: OBJECT_TYPES[type] }];
    const task = { pair: { state: 'unmatched' }, members } as unknown as PairTask;
    const engines = { source: ENGINES.mysql.id, target: ENGINES[engine].id };
    const counterparts = { counterpartOf: noCounterparts, originOf: noCounterparts };
    const [found] = findAlone(task, new Map(), { ...counterparts, engines }) ?? [];
    expect(found).toMatchObject({ code: 'object.missing', severity: 'error', detail: { code } });
  },
);
