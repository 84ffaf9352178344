import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** The program's log, JSON lines to standard output or elsewhere. Bodies are never logged; cookies are blanked. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino({ level, redact: ['req.headers.cookie', 'req.headers.authorization'] }, to);
