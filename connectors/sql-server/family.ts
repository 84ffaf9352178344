import type { Limits } from '../core/connector.ts';
import { recognise, type Member } from '../core/family.ts';

/** What is known of a server. */
export interface Server {
  /** Such as `SQL Server 2022 (16.0.4135)`. */
  version: string;
  /** Whether its catalogue is Microsoft's; that of another maker is checked against the standard's views. */
  isMicrosoft: boolean;
  /** Whether it can write texts in UTF-8, which their hashes are made of. */
  hasUtf8: boolean;
}

/** By what @@VERSION says. */
const FAMILY: readonly [
  ...(Member & Pick<Server, 'isMicrosoft'>)[],
  Member & Pick<Server, 'isMicrosoft'>,
] = [
  { name: 'Babelfish for PostgreSQL', pattern: /Babelfish/i, isMicrosoft: false },
  { name: 'SQL Server', pattern: /^Microsoft /, isMicrosoft: true },
  { name: 'A server that speaks TDS', pattern: /^/, isMicrosoft: false },
];

/** SERVERPROPERTY('EngineEdition') of those that are not the boxed product. */
const EDITIONS: Record<number, string> = {
  5: 'Azure SQL Database',
  6: 'Azure Synapse dedicated pool',
  8: 'Azure SQL Managed Instance',
  9: 'Azure SQL Edge',
  11: 'Azure Synapse serverless pool or Fabric warehouse',
  12: 'SQL database in Fabric',
};

/** SERVERPROPERTY('ProductVersion') of the boxed product. */
const YEARS: Record<string, string> = {
  '9.0': '2005',
  '10.0': '2008',
  '10.50': '2008 R2',
  '11.0': '2012',
  '12.0': '2014',
  '13.0': '2016',
  '14.0': '2017',
  '15.0': '2019',
  '16.0': '2022',
  '17.0': '2025',
};

/** Editions that have collations of UTF-8, whatever version they name, and the first boxed version that does. */
const WITH_UTF8 = new Set([5, 8, 12]);
const FIRST_WITH_UTF8 = 15;

// Microsoft Learn: "SERVERPROPERTY (Transact-SQL)", "@@VERSION (Transact-SQL)".
const FACTS = `SELECT @@VERSION, CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')),
  CONVERT(int, SERVERPROPERTY('EngineEdition'))`;

// Microsoft Learn: "SET LOCK_TIMEOUT (Transact-SQL)", "SET DEADLOCK_PRIORITY (Transact-SQL)".
const restriction = (limits: Limits) =>
  `SET LOCK_TIMEOUT ${limits.statement}; SET DEADLOCK_PRIORITY LOW`;

/** Asks who the server is, and tells it to let nobody wait for us. */
export async function readServer(
  ask: (sql: string) => Promise<unknown[][][]>,
  limits: Limits,
): Promise<Server> {
  const [[facts = []] = []] = await ask(FACTS);
  const [banner, version, edition] = facts as [string?, string?, number?];
  const server = describeServer(banner ?? '', version ?? '', edition ?? 0);
  await ask(restriction(limits)).catch((error: unknown) => {
    // Not every maker knows both; the limit of a statement holds all the same.
    if (server.isMicrosoft) throw error;
  });
  return server;
}

export function describeServer(banner: string, productVersion: string, edition: number): Server {
  const { member } = recognise(FAMILY, banner);
  const [major = '', minor = '', build = ''] = productVersion.split('.');
  const year = YEARS[`${major}.${minor}`];
  const boxed = year ? `${member.name} ${year}` : member.name;
  const name = member.isMicrosoft ? (EDITIONS[edition] ?? boxed) : member.name;
  const number = [major, minor, build].filter(Boolean).join('.');
  const { isMicrosoft } = member;
  return {
    version: number ? `${name} (${number})` : name,
    isMicrosoft,
    hasUtf8: isMicrosoft && (WITH_UTF8.has(edition) || Number(major) >= FIRST_WITH_UTF8),
  };
}
