import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** The program's log as JSON lines, by default to standard output. Bodies are never logged; cookies are redacted. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino({ level, redact: ['req.headers.cookie', 'req.headers.authorization'] }, to);
