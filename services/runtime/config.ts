import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type KafkaLogin, type KafkaSettings, TOPIC } from '#events/feed/kafka/settings.ts';
import { type Fen, fromWire } from '#events/money.ts';
import { businessCalendar } from '#events/time.ts';

export interface MailSettings {
  /** smtp:// or smtps:// with user and password. */
  url: string;
  /** `Fanwatt <no-reply@example.com>` or just the address. */
  from: string;
}

/** All settings from the environment; the README's table has the same list. */
export interface Config {
  port: number;
  host: string;
  /** Port for `/metrics` and `/healthz` alone; undefined: the API's own port has them, the worker has none. */
  metricsPort: number | undefined;
  /** Address for requests between API processes; no port of it is public. */
  privateHost: string;
  /** Folder of the embedded database, keys and files. */
  dataDir: string;
  /** PostgreSQL to use instead of the embedded one. */
  databaseUrl: string | undefined;
  /** EventStoreDB that keeps the log; undefined: the database keeps it. */
  eventLog: string | undefined;
  /** Kafka, to which the relay writes the log; undefined: there is none. */
  kafka: KafkaSettings | undefined;
  /** Where projections and processes get new events from. */
  feed: 'log' | 'kafka';
  demo: boolean;
  /** NODE_ENV=production: cookies over TLS only, secrets from the environment, no sandbox. */
  production: boolean;
  /** Sandbox payments, outbox and clock; refused in production. */
  sandbox: boolean;
  /** The mail server; undefined: no mail is sent. */
  mail: MailSettings | undefined;
  rateLimits: boolean;
  /** Webhooks may call private and loopback addresses. */
  webhookAllowPrivate: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are used. */
  trustedProxies: readonly string[];
  orderTtlSeconds: number;
  businessTimeZone: string;
  /** Above this amount, in fen, two people must approve a withdrawal. */
  payoutSecondApproval: Fen;
  /** Smallest amount that can be withdrawn, in fen. */
  smallestWithdrawal: Fen;
  /** What the footer links to, and the site's ICP number; empty: not shown. */
  operator: { terms: string; privacy: string; help: string; icpNumber: string };
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name}=${text}: must be a whole number from ${min} to ${max}`);
  }
  return value;
}

function amount(env: Environment, name: string, fallback: string): Fen {
  const text = env[name] || fallback;
  const fen = fromWire(text);
  if (fen === undefined || fen <= 0) {
    throw new ConfigError(`${name}=${text}: must be an amount in yuan above zero, as ${fallback}`);
  }
  return fen;
}

function choice<const Choice extends string>(
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

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = BITS[isIP(address)];
  if (bits === undefined || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

function addressList(env: Environment, name: string): string[] {
  const list = (env[name] ?? '').split(',').map((one) => one.trim());
  const given = list.filter((one) => one !== '');
  const wrong = given.find((one) => !isAddressOrNetwork(one));
  if (wrong !== undefined) {
    throw new ConfigError(
      `${name}=${JSON.stringify(wrong)}: must be addresses or networks, as 10.0.0.5,10.1.0.0/16,fd00::/8`,
    );
  }
  return given;
}

function webAddress(env: Environment, name: string): string {
  const text = env[name] ?? '';
  if (text === '' || /^(https?|mailto):$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new ConfigError(
    `${name}=${JSON.stringify(text)}: must be an address, as https://example.com/terms or mailto:help@example.com`,
  );
}

function timeZone(env: Environment): string {
  const name = env.BUSINESS_TIME_ZONE || 'Asia/Shanghai';
  try {
    businessCalendar(name);
    return name;
  } catch {
    throw new ConfigError(`BUSINESS_TIME_ZONE=${name}: unknown time zone`);
  }
}

function databaseUrl(env: Environment): string | undefined {
  const text = env.DATABASE_URL;
  if (text === undefined || text === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError('DATABASE_URL: must look like postgres://user:password@host:5432/database');
  }
  return text;
}

/** The password must not be shown, so neither is the value. */
function eventLog(env: Environment): string | undefined {
  const text = env.EVENT_LOG;
  if (text === undefined || text === '') return undefined;
  if (!/^esdb(\+discover)?:\/\/[^/]/.test(text)) {
    throw new ConfigError('EVENT_LOG: must look like esdb://user:password@host:2113?tls=true');
  }
  return text;
}

/** With the system's authorities, or those of a file. */
function kafkaTls(env: Environment): KafkaSettings['tls'] {
  const text = env.KAFKA_TLS || 'off';
  if (text === 'off') return undefined;
  if (text === 'on') return {};
  try {
    const ca = readFileSync(text, 'utf8');
    new X509Certificate(ca);
    return { ca };
  } catch {
    throw new ConfigError(`KAFKA_TLS=${text}: must be on, off or a file with certificates (PEM)`);
  }
}

const LOGIN = /^(plain|scram-sha-256|scram-sha-512):([^:\s]+):(\S.*)$/;

/** The password must not be shown, so neither is the value. */
function kafkaLogin({ KAFKA_SASL: given = '' }: Environment): KafkaLogin | undefined {
  if (given === '') return undefined;
  let text = given;
  try {
    if (given.startsWith('/')) text = readFileSync(given, 'utf8').trim();
  } catch {
    throw new ConfigError(`KAFKA_SASL=${given}: this file cannot be read`);
  }
  const [, mechanism, username, password] = LOGIN.exec(text) ?? [];
  if (username === undefined || password === undefined) {
    throw new ConfigError('KAFKA_SASL: must look like scram-sha-512:user:password, or be a file with that');
  }
  // The expression allows no others.
  return { mechanism: mechanism as KafkaLogin['mechanism'], username, password };
}

function kafkaSettings(env: Environment): KafkaSettings | undefined {
  const brokers = (env.KAFKA_BROKERS ?? '').split(',').flatMap((one) => one.trim() || []);
  if (brokers.length === 0) {
    if (env.FEED === 'kafka') throw new ConfigError('KAFKA_BROKERS: required with FEED=kafka');
    return undefined;
  }
  const wrong = brokers.find((one) => !/^[^\s:/@]+:\d{1,5}$/.test(one));
  if (wrong !== undefined) {
    throw new ConfigError(`KAFKA_BROKERS=${wrong}: must be host:port, several with commas between them`);
  }
  const topic = env.KAFKA_TOPIC || TOPIC;
  if (!/^[\w.-]{1,249}$/.test(topic)) {
    throw new ConfigError(`KAFKA_TOPIC=${topic}: must have 1 to 249 letters, digits and . _ -`);
  }
  const [tls, sasl] = [kafkaTls(env), kafkaLogin(env)];
  if (sasl?.mechanism === 'plain' && !tls) {
    throw new ConfigError('KAFKA_SASL: plain sends the password as it is: KAFKA_TLS is required');
  }
  return { brokers, tls, sasl, topic, partitions: integer(env, 'KAFKA_PARTITIONS', 12, 1, 1_000) };
}

const FROM = /^[^\s@<>"]+@[^\s@<>"]+$|^[^<>\r\n]*<[^\s@<>"]+@[^\s@<>"]+>$/;

/** The password must not be shown, so neither is the value. */
function mailSettings(env: Environment): MailSettings | undefined {
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = env;
  if (url === '' && from === '') return undefined;
  if (url === '') throw new ConfigError('SMTP_URL: required with MAIL_FROM');
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new ConfigError('SMTP_URL: must look like smtp://user:password@host:587');
  }
  if (!FROM.test(from)) {
    throw new ConfigError('MAIL_FROM: must be an address, as Fanwatt <no-reply@example.com>');
  }
  return { url, from };
}

/** Of the server; other programs send no messages. Throws a ConfigError. */
export function requireMail({ production, mail }: Pick<Config, 'production' | 'mail'>): void {
  if (production && mail === undefined) {
    throw new ConfigError(
      'SMTP_URL: required with NODE_ENV=production; without it registration is not possible',
    );
  }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** The sandbox shows all codes and lets every visitor move the clock. */
function requirePrivateSandbox(env: Environment, host: string): void {
  if (isLoopback(host) || choice(env, 'SANDBOX_PUBLIC', '0', ['0', '1']) === '1') return;
  throw new ConfigError(
    `SANDBOX=1 with HOST=${host}: anyone who can reach it can read all codes; set SANDBOX_PUBLIC=1 to allow this, or SANDBOX=0`,
  );
}

/** Reads and checks the environment. Throws a ConfigError with one line that names the variable. */
export function readConfig(env: Environment): Config {
  const url = databaseUrl(env);
  const production = env.NODE_ENV === 'production';
  const sandbox = choice(env, 'SANDBOX', url === undefined && !production ? '1' : '0', ['0', '1']) === '1';
  if (sandbox && production) throw new ConfigError('SANDBOX=1: not allowed with NODE_ENV=production');
  const host = env.HOST || '127.0.0.1';
  if (sandbox) requirePrivateSandbox(env, host);
  const rateLimits = choice(env, 'RATE_LIMITS', 'on', ['on', 'off']) === 'on';
  if (!rateLimits && !sandbox) throw new ConfigError('RATE_LIMITS=off: only allowed with SANDBOX=1');
  return {
    port: integer(env, 'PORT', 3000, 0, 65_535),
    host,
    metricsPort: env.METRICS_PORT ? integer(env, 'METRICS_PORT', 0, 0, 65_535) : undefined,
    privateHost: env.PRIVATE_HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || '.data',
    databaseUrl: url,
    eventLog: eventLog(env),
    kafka: kafkaSettings(env),
    feed: choice(env, 'FEED', 'log', ['log', 'kafka']),
    demo: choice(env, 'DEMO', '1', ['0', '1']) === '1',
    production,
    sandbox,
    mail: mailSettings(env),
    rateLimits,
    webhookAllowPrivate: choice(env, 'WEBHOOK_ALLOW_PRIVATE', '0', ['0', '1']) === '1',
    trustedProxies: addressList(env, 'TRUSTED_PROXIES'),
    orderTtlSeconds: integer(env, 'ORDER_TTL_SECONDS', 900, 1, 86_400),
    businessTimeZone: timeZone(env),
    payoutSecondApproval: amount(env, 'PAYOUT_SECOND_APPROVAL', '10000.00'),
    smallestWithdrawal: amount(env, 'SMALLEST_WITHDRAWAL', '1.00'),
    operator: {
      terms: webAddress(env, 'TERMS_URL'),
      privacy: webAddress(env, 'PRIVACY_URL'),
      help: webAddress(env, 'HELP_URL'),
      icpNumber: env.ICP_NUMBER ?? '',
    },
  };
}
