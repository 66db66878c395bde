import { isIP } from 'node:net';
import { type Fen, fromWire } from '#events/money.ts';
import { businessCalendar } from '#events/time.ts';

/** Settings that cannot be used: a line for each, with the variable's name. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name}=${text}: must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function amount(env: Environment, name: string, fallback: string): Fen {
  const text = env[name] || fallback;
  const fen = fromWire(text);
  if (fen === undefined || fen <= 0) {
    throw new ConfigError(`${name}=${text}: must be an amount in yuan above zero, as ${fallback}`);
  }
  return fen;
}

export function choice<const Choice extends string>(
  env: Environment,
  name: string,
  fallback: Choice,
  choices: readonly Choice[],
): Choice {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const found = choices.find((one) => one === text);
  if (found === undefined) throw new ConfigError(`${name}=${text}: must be one of ${choices.join(', ')}`);
  return found;
}

/** Some of several words, with commas between them, in the order of `choices`. */
export function choicesOf<const Choice extends string>(
  env: Environment,
  name: string,
  fallback: string,
  choices: readonly Choice[],
): Choice[] {
  const names = (env[name] || fallback).split(',').flatMap((one) => one.trim() || []);
  const wrong = names.find((one) => !choices.some((choice) => choice === one));
  if (wrong === undefined && names.length > 0) return choices.filter((one) => names.includes(one));
  throw new ConfigError(`${name}=${wrong ?? ''}: must be some of ${choices.join(', ')}`);
}

/** All of these settings, or none; undefined without any. */
export function requireAll<const Names extends readonly string[]>(
  env: Environment,
  group: string,
  names: Names,
): { [Place in keyof Names]: string } | undefined {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) {
    throw new ConfigError(`${missing.join(', ')}: required with the other ${group} settings`);
  }
  return names.map((name) => env[name] ?? '') as { [Place in keyof Names]: string }; // a map keeps the length
}

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = BITS[isIP(address)];
  if (bits === undefined || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

/** Undefined without one. */
export function headerName(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim().toLowerCase();
  if (!text) return undefined;
  if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
  throw new ConfigError(`${name}=${text}: must be the name of a header`);
}

/** Domains in lower case, with commas between them. */
export function domainList(env: Environment, name: string): string[] {
  const list = (env[name] ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []);
  const wrong = list.find((one) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(one));
  if (wrong === undefined) return list;
  throw new ConfigError(`${name}=${wrong}: must be domains, as test.example.com`);
}

export function addressList(env: Environment, name: string): string[] {
  const list = (env[name] ?? '').split(',').map((one) => one.trim());
  const entries = list.filter((one) => one !== '');
  const wrong = entries.find((one) => !isAddressOrNetwork(one));
  if (wrong !== undefined) {
    throw new ConfigError(
      `${name}=${JSON.stringify(wrong)}: must be addresses or networks, as 10.0.0.5,10.1.0.0/16,fd00::/8`,
    );
  }
  return entries;
}

export function webAddress(env: Environment, name: string): string {
  const text = env[name] ?? '';
  if (text === '' || (/^(https?:\/\/[^/]|mailto:)/i.test(text) && URL.canParse(text))) return text;
  throw new ConfigError(
    `${name}=${JSON.stringify(text)}: must be an address, as https://example.com/terms or mailto:help@example.com`,
  );
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host);

/** The address of a provider's API without a slash at its end: https, or http on this machine. */
export function endpointUrl(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && secure && url.search + url.hash + url.username + url.password === '') {
    return url.href.replace(/\/$/, '');
  }
  throw new ConfigError(
    `${name}=${JSON.stringify(text)}: must be https, or http on this machine, as http://127.0.0.1:12111`,
  );
}

/** The address of a server on this machine, also when it listens on every interface. */
export function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** An origin: pages and calls have fixed paths below it. Without the setting the address on this machine. */
export function publicUrl(env: Environment): string {
  const text = env.PUBLIC_URL;
  if (!text) return urlOf(env.HOST || '127.0.0.1', integer(env, 'PORT', 3000, 0, 65_535));
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new ConfigError(
    `PUBLIC_URL=${JSON.stringify(text)}: must be http or https, a host and at most a port, as https://fanwatt.example`,
  );
}

export function timeZone(env: Environment): string {
  const name = env.BUSINESS_TIME_ZONE || 'Asia/Shanghai';
  try {
    businessCalendar(name);
    return name;
  } catch {
    throw new ConfigError(`BUSINESS_TIME_ZONE=${name}: unknown time zone`);
  }
}

/**
 * Reads several settings. Throws one ConfigError with all that is wrong, a line for each.
 * @param readers each returns a value, or throws a ConfigError
 */
export function readAll<T extends object>(readers: { [Name in keyof T]: () => T[Name] }): T {
  const problems: string[] = [];
  const values: Partial<T> = {};
  for (const name in readers) {
    try {
      values[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  // Every reader has returned.
  return values as T;
}
