import { faultToEnglish } from '../../contract/messages/english.ts';
import { fault } from '../../contract/messages/message.ts';
import { z } from 'zod';
import { username } from '../../contract/users.ts';

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value));
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const portNumber = z.coerce
  .number({ error: fault('field.notNumber') })
  .int({ error: fault('field.notWhole') })
  .min(0, { error: 'must be between 0 and 65535' })
  .max(65_535, { error: 'must be between 0 and 65535' });
const megabytes = z.coerce
  .number({ error: fault('field.notNumber') })
  .int({ error: fault('field.notWhole') })
  .min(1, { error: 'must be between 1 and 1024' })
  .max(1_024, { error: 'must be between 1 and 1024' });
const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: fault('field.notNumber') })
    .int({ error: fault('field.notWhole') })
    .min(least, { error: `must be at least ${least}` })
    .max(most, { error: fault('field.tooHigh', { most }) });
const link = z.url({ protocol: /^(https?|mailto)$/, error: 'must be an address, https://…' });

/** Every setting, by environment variable. An empty variable counts as unset. */
const environment = z.object({
  /** Port to listen on. */
  PORT: portNumber.default(3000),
  /** Address to listen on; 0.0.0.0 for all interfaces. */
  HOST: z.string().default('127.0.0.1'),
  /** Folder of the embedded store, the secret key and the sample's databases. */
  DATA_DIR: z.string().default('./data'),
  /** postgres://… to keep everything in PostgreSQL; unset: SQLite in DATA_DIR. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://' })
    .optional(),
  /** Name of the administrator made at the first start. */
  ADMIN_USERNAME: username.default('admin'),
  /** Password of that administrator; unset: one is generated and printed once. */
  ADMIN_PASSWORD: z.string().max(200).optional(),
  /** File with the key that seals database passwords (32 bytes, base64); unset: DATA_DIR/secret.key, made at the first start. */
  SECRET_KEY_FILE: z.string().optional(),
  /** PEM files to serve HTTPS directly. */
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  /** Trusted proxies, whose X-Forwarded-For is used: addresses or networks, or 'true' for any. */
  TRUST_PROXY: z.string().optional(),
  /**
   * Send the session cookie over HTTPS only; unset: only if this server speaks TLS itself. Set it behind a TLS proxy.
   */
  COOKIE_SECURE: onOff.optional(),
  /** Whether people may register themselves (inactive until an administrator activates them). */
  SELF_REGISTRATION: onOff.default(true),
  /** Where the login page asks for the client's address; unset: this server's own /api/trace. */
  TRACE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Links of the footer, hidden when unset. */
  SUPPORT_URL: link.optional(),
  ATTENDANCE_URL: link.optional(),
  /** Folder below which SQLite connections may open files; unset: none but the sample's. */
  SQLITE_DIR: z.string().optional(),
  /** Mail server: smtp://user:password@host:587, or smtps://… ; unset: no mail is sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address, smtp://… or smtps://…' })
    .optional(),
  /** Sender of mails: an address, or a name and an address in angle brackets. */
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
      error: 'must be an e-mail address, or Name <address>',
    })
    .optional(),
  /** Address at which people open this program; links in mails begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an address, https://…' }).optional(),
  /** Server that stamps the seals of dossiers (RFC 3161); unset: they have no time stamp. */
  TIMESTAMP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address, https://… or http://…' })
    .optional(),
  /** PEM file with the authorities from which time stamps must come; unset: any. */
  TIMESTAMP_CA: z.string().optional(),
  /** Networks (CIDR, comma-separated) that connections may reach; unset: private networks and loopback. */
  CONNECT_ALLOW: list.optional(),
  /** Networks that connections may never reach. */
  CONNECT_DENY: list.optional(),
  /** Memory of each process that connects to source and target databases, in MB; a process that exceeds it is ended. */
  DATABASE_MEMORY_MB: z.coerce
    .number({ error: fault('field.notNumber') })
    .int({ error: fault('field.notWhole') })
    .min(128, { error: 'must be between 128 and 16384' })
    .max(16_384, { error: 'must be between 128 and 16384' })
    .default(512),
  /** Largest row that a source or target database may send, in MB. */
  READ_ROW_MB: megabytes.default(32),
  /** Most of an answer to one statement that is held in memory, in MB. */
  READ_ANSWER_MB: megabytes.default(64),
  /** Most of each side's result that a call compares, in MB; a longer result is compared in part. */
  CALL_MB: z.coerce
    .number({ error: fault('field.notNumber') })
    .min(1)
    .max(100_000)
    .default(256),
  /** A second port on 127.0.0.1 that serves /metrics without a login. */
  METRICS_PORT: portNumber.min(1, { error: fault('field.notPort') }).optional(),
  /** Largest body of a request, in MB. */
  BODY_LIMIT: whole(1, 64).default(2),
  /** Largest list that an administrator imports or sends, in MB. */
  LIST_LIMIT: whole(1, 256).default(64),
  /** Largest file that can be attached as evidence, in MB. */
  ATTACHMENT_LIMIT: whole(1, 64).default(5),
  /** Most values in a body, including nested ones. */
  BODY_VALUES: whole(1_000, 200_000).default(20_000),
  /** Most values in a body that is a long list, including nested ones. */
  LIST_VALUES: whole(1_000, 10_000_000).default(2_000_000),
  /** Deepest nesting of lists and objects in a body. */
  BODY_DEPTH: whole(10, 200).default(32),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  adminUsername: string;
  adminPassword: string | null;
  secretKeyFile: string | null;
  tls: { certFile: string; keyFile: string } | null;
  trustProxy: boolean | string[];
  cookieSecure: boolean;
  selfRegistration: boolean;
  traceUrl: string | null;
  supportUrl: string | null;
  attendanceUrl: string | null;
  sqliteDir: string | null;
  /** Null: no mail is sent. */
  mail: { smtpUrl: string; from: string; publicUrl: string } | null;
  /** Null: dossiers get no time stamp. */
  timestamps: { url: string; caFile: string | null } | null;
  connectAllow: string[] | null;
  connectDeny: string[];
  databaseMemory: number;
  /** In bytes. */
  readLimits: { row: number; answer: number };
  callMegabytes: number;
  metricsPort: number | null;
  bodies: {
    megabytes: number;
    listMegabytes: number;
    attachmentMegabytes: number;
    values: number;
    listValues: number;
    depth: number;
  };
  logLevel: string;
}

/** A setting is invalid. `message` names it and says why. */
export class ConfigError extends Error {}

function readTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return list.parse(value);
}

function readTls(certFile: string | undefined, keyFile: string | undefined): Config['tls'] {
  if (certFile && keyFile) return { certFile, keyFile };
  if (certFile || keyFile)
    throw new ConfigError('TLS_CERT and TLS_KEY go together: set both or neither.');
  return null;
}

function readMail(
  smtpUrl: string | undefined,
  from: string | undefined,
  publicUrl: string | undefined,
): Config['mail'] {
  if (!smtpUrl) return null;
  if (!from || !publicUrl)
    throw new ConfigError('SMTP_URL needs MAIL_FROM and PUBLIC_URL: set all three.');
  return { smtpUrl, from, publicUrl: publicUrl.replace(/\/+$/, '') };
}

function readTimestamps(url: string | undefined, caFile: string | undefined): Config['timestamps'] {
  if (url) return { url, caFile: caFile ?? null };
  if (caFile) throw new ConfigError('TIMESTAMP_CA needs TIMESTAMP_URL: set it, too.');
  return null;
}

/**
 * Reads the settings.
 * @param env - environment variables
 * @throws ConfigError naming every wrong variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.')}: ${faultToEnglish(issue.message)}`,
    );
    throw new ConfigError(`These settings cannot be used:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const tls = readTls(values.TLS_CERT, values.TLS_KEY);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    adminUsername: values.ADMIN_USERNAME,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    secretKeyFile: values.SECRET_KEY_FILE ?? null,
    tls,
    trustProxy: readTrustProxy(values.TRUST_PROXY),
    cookieSecure: values.COOKIE_SECURE ?? tls !== null,
    selfRegistration: values.SELF_REGISTRATION,
    traceUrl: values.TRACE_URL ?? null,
    supportUrl: values.SUPPORT_URL ?? null,
    attendanceUrl: values.ATTENDANCE_URL ?? null,
    sqliteDir: values.SQLITE_DIR ?? null,
    mail: readMail(values.SMTP_URL, values.MAIL_FROM, values.PUBLIC_URL),
    timestamps: readTimestamps(values.TIMESTAMP_URL, values.TIMESTAMP_CA),
    connectAllow: values.CONNECT_ALLOW ?? null,
    connectDeny: values.CONNECT_DENY ?? [],
    databaseMemory: values.DATABASE_MEMORY_MB,
    readLimits: { row: values.READ_ROW_MB * 1_000_000, answer: values.READ_ANSWER_MB * 1_000_000 },
    callMegabytes: values.CALL_MB,
    metricsPort: values.METRICS_PORT ?? null,
    bodies: {
      megabytes: values.BODY_LIMIT,
      listMegabytes: values.LIST_LIMIT,
      attachmentMegabytes: values.ATTACHMENT_LIMIT,
      values: values.BODY_VALUES,
      listValues: values.LIST_VALUES,
      depth: values.BODY_DEPTH,
    },
    logLevel: values.LOG_LEVEL,
  };
}
