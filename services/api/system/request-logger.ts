import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The logger of one request. Few requests write a line: the child logger with the request's id is made for the first. */
class RequestLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  readonly level: string;
  #made: FastifyBaseLogger | undefined;

  constructor(level: string, make: () => FastifyBaseLogger) {
    this.level = level;
    this.#make = make;
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  #write(level: Level, line: readonly unknown[]): void {
    const own = this.#own;
    Reflect.apply(own[level], own, line);
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }
  error(...line: unknown[]): void {
    this.#write('error', line);
  }
  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }
  info(...line: unknown[]): void {
    this.#write('info', line);
  }
  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }
  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }
  silent(...line: unknown[]): void {
    this.#write('silent', line);
  }
  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...args);
  }
}

export const requestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
) => new RequestLogger(logger.level, () => logger.child(bindings, options));
