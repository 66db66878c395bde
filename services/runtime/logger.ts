import { type Logger, pino } from 'pino';

export interface LoggerOptions {
  /** `api`, `worker`, `test` */
  process: string;
  /** `silent` in tests. */
  level?: string;
}

/** Fields that must never be logged, should an error or object carry them. */
const SECRETS = [
  'password',
  'code',
  'token',
  'auth_token',
  'account',
  'email',
  'phone',
  'authorization',
  'cookie',
];

/** One JSON line per entry on stdout, without personal data. */
export const createLogger = ({ process: name, level = 'info' }: LoggerOptions): Logger =>
  pino({
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((field) => [field, `*.${field}`]), remove: true },
    serializers: {
      // A query error of the driver carries the row's values in `detail`: only these four fields are logged.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
      // Neither paths with ids nor addresses of people.
      req: () => undefined,
      res: () => undefined,
    },
  });
