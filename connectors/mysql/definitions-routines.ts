import { doubleQuotesIn } from './definitions-triggers.ts';
import { message } from '../../contract/messages/message.ts';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Parameter, RoutineDefinition } from '../core/definitions.ts';
import type { RoutineSignature } from '../core/routine-signature.ts';
import { isOlder } from './family.ts';
import { describePackageRoutines, spellType, type PackageRoutine } from './packages.ts';
import { comparisonOf } from './collations.ts';
import { quote } from './data.ts';
import type { Selection } from './selection.ts';
import { canonicalOf } from './types.ts';

type RoutineRow = [
  name: string,
  returns: string | null,
  language: string,
  text: string | null,
  comment: string,
  databaseCollation: string,
  ...characteristics: Characteristics,
];
type Charset = [set: string | null, collation: string | null];
type Characteristics = [
  deterministic: string,
  access: string,
  security: string,
  mode: string,
  ...letters: Charset,
];
type ParameterRow = [
  routine: string,
  mode: string | null,
  name: string | null,
  type: string,
  ...letters: Charset,
];

const KINDS = { functions: 'FUNCTION', procedures: 'PROCEDURE' } as const;

/** The text of a routine is hidden unless the account is its definer or may see all routines. */
export async function readRoutines(
  selection: Selection,
  type: 'functions' | 'procedures',
): Promise<RoutineDefinition[]> {
  const own = await readStored(selection, type);
  const found = new Set(own.map(({ name }) => name));
  const packaged = await readPackaged(selection, type);
  return [...own, ...packaged.filter(({ name }) => !found.has(name))];
}

function comparisonIn(canonical: CanonicalType, collation: string | null) {
  const { collation: _name, ...comparison } = comparisonOf(canonical, collation);
  return comparison;
}
const ANY_TEXT: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };

async function readStored(
  { session, schema, names }: Selection,
  type: 'functions' | 'procedures',
): Promise<RoutineDefinition[]> {
  const values = [schema, KINDS[type], names];
  const rows = await session.query<RoutineRow>(
    `SELECT routine_name, dtd_identifier, coalesce(external_language, routine_body), routine_definition, routine_comment,
       database_collation, is_deterministic, sql_data_access, security_type, sql_mode, character_set_name, collation_name
     FROM information_schema.routines WHERE routine_schema = ? AND routine_type = ? AND routine_name IN (?)`,
    values,
  );
  const parameters = await session.query<ParameterRow>(
    `SELECT specific_name, parameter_mode, parameter_name, dtd_identifier, character_set_name, collation_name
     FROM information_schema.parameters
     WHERE specific_schema = ? AND routine_type = ? AND specific_name IN (?) AND ordinal_position > 0
     ORDER BY ordinal_position`,
    values,
  );
  const byRoutine = new Map<string, Parameter[]>();
  for (const [routine, mode, name, spelling, , collation] of parameters) {
    const canonical = canonicalOf(spelling);
    const comparison = comparisonIn(canonical, collation);
    const own = byRoutine.get(routine) ?? [];
    byRoutine.set(routine, own);
    own.push({
      name,
      mode: (mode ?? 'IN').toLowerCase() as Parameter['mode'],
      type: spelling,
      canonical,
      ...(comparison.caseSensitive !== null && { comparison }),
      default: null,
    });
  }
  const wanted = new Set(names);
  // MariaDB has had defaults of parameters since that version; they are not read.
  const isKnown = !session.member.packages || isOlder(session.version, '11.8');
  return rows.flatMap(([name, returns, language, text, comment, collation, ...characteristics]) =>
    wanted.has(name)
      ? {
          kind: 'routine',
          name,
          parameters: byRoutine.get(name) ?? [],
          variables: comparisonIn(ANY_TEXT, collation),
          returns:
            returns === null || type === 'procedures'
              ? null
              : { type: returns, canonical: canonicalOf(returns), set: false },
          language,
          text,
          ...doubleQuotesIn(text, characteristics[3]),
          ...(isKnown &&
            writtenAs(
              parameters.filter(([routine]) => routine === name),
              type === 'procedures' ? null : returns,
              characteristics,
              comment,
            )),
          comment: comment || null,
          signature: signatureOf([schema, name], type, byRoutine.get(name) ?? []),
        }
      : [],
  );
}

/** SQL modes that change how a text is parsed, or make it the dialect of another engine. */
const OTHER_WORDS = /ORACLE|ANSI_QUOTES|PIPES_AS_CONCAT|NO_BACKSLASH_ESCAPES|IGNORE_SPACE/u;
const withCharset = (type: string, set: string | null, collation: string | null): string =>
  set === null || collation === null ? type : `${type} CHARACTER SET ${set} COLLATE ${collation}`;

/** Rebuilds the CREATE statement around the routine's text. Its definer is whichever account runs it. */
function writtenAs(
  parameters: readonly ParameterRow[],
  returns: string | null,
  [deterministic, access, security, mode, ...letters]: Characteristics,
  comment: string,
): Pick<RoutineDefinition, 'written'> {
  if (OTHER_WORDS.test(mode) || comment.includes('\\')) return {};
  const list = parameters.map(([, direction, name, type, ...own]) =>
    [returns === null ? direction : '', quote(name ?? ''), withCharset(type, ...own)]
      .filter(Boolean)
      .join(' '),
  );
  const lines = [
    `${list.join(', ')})${returns === null ? '' : ` RETURNS ${withCharset(returns, ...letters)}`}`,
    deterministic === 'YES' ? 'DETERMINISTIC' : 'NOT DETERMINISTIC',
    access,
    `SQL SECURITY ${security}`,
    ...(comment === '' ? [] : [`COMMENT '${comment.replaceAll("'", "''")}'`]),
    '',
  ];
  return { written: [lines.join('\n'), ''] };
}

function signatureOf(
  path: string[],
  type: 'functions' | 'procedures',
  parameters: readonly Pick<Parameter, 'mode'>[],
): RoutineSignature {
  const isFunction = type === 'functions';
  const obstacle =
    isFunction && parameters.some(({ mode }) => mode !== 'in')
      ? message('proposal.givesBack')
      : null;
  return { path, form: isFunction ? 'function' : 'procedure', types: [], obstacle };
}

type PackageRow = [name: string, type: 'PACKAGE' | 'PACKAGE BODY', text: string | null];

/** The server stores a package as two texts: one declares its routines, the other defines them. */
async function readPackaged(
  { session, schema, names }: Selection,
  type: 'functions' | 'procedures',
): Promise<RoutineDefinition[]> {
  const wanted = new Set(names.filter((name) => name.includes('.')));
  if (wanted.size === 0 || !session.member.packages) return [];
  const rows = await session.query<PackageRow>(
    `SELECT routine_name, routine_type, routine_definition FROM information_schema.routines
     WHERE routine_schema = ? AND routine_type IN ('PACKAGE', 'PACKAGE BODY')`,
    [schema],
  );
  const textOf = (name: string, part: PackageRow[1]) =>
    rows.find((row) => row[0] === name && row[1] === part)?.[2] ?? '';
  const packages = rows.flatMap(([name, part]) => (part === 'PACKAGE' ? [name] : []));
  return packages.flatMap((name) => {
    const routines = describePackageRoutines(textOf(name, 'PACKAGE'), KINDS[type]);
    const isWanted = (routine: PackageRoutine) => wanted.has(`${name}.${routine.name}`);
    if (!routines.some(isWanted)) return [];
    const bodies = new Map(
      describePackageRoutines(textOf(name, 'PACKAGE BODY'), KINDS[type]).map((body) => [
        body.name.toLowerCase(),
        body.text,
      ]),
    );
    return routines.filter(isWanted).map((routine) => ({
      ...toDefinition(name, routine, bodies.get(routine.name.toLowerCase()) ?? null),
      signature: signatureOf([schema, name, routine.name], type, routine.parameters),
    }));
  });
}

function toDefinition(
  holder: string,
  { name, parameters, returns }: PackageRoutine,
  text: string | null,
): RoutineDefinition {
  return {
    kind: 'routine',
    name: `${holder}.${name}`,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      mode: parameter.mode,
      ...describe(parameter.type),
      default: null,
    })),
    returns: returns === null ? null : { ...describe(returns), set: false },
    language: 'SQL',
    text,
    comment: null,
  };
}

function describe(written: string): Pick<Parameter, 'type' | 'canonical'> {
  const type = spellType(written);
  return { type, canonical: canonicalOf(type) };
}
