import { type Logger, pino } from 'pino';
import { type LogSink, logSink } from './log-sink.ts';

export interface LoggerOptions {
  /** `api`, `worker`, `test` */
  process: string;
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

/** Of the process: opened for its first line. */
let sink: LogSink | undefined;

/** Lines that the process has dropped because its output took none. */
export const droppedLines = (): number => sink?.dropped() ?? 0;

/** One JSON line per entry on stdout, without personal data. No entry waits for the output. */
export function createLogger({ process: name }: LoggerOptions): Logger {
  const logger = pino(
    {
      level: 'info',
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
    },
    {
      write(line) {
        sink ??= logSink(1, (count) => logger.warn({ count }, `${count} log lines were dropped`));
        sink.write(line);
      },
    },
  );
  return logger;
}
