import type { KafkaSettings } from '#events/feed/kafka/settings.ts';
import type { Fen } from '#events/money.ts';
import { type AlipaySettings, alipaySettings } from './settings/alipay.ts';
import { kafkaSettings } from './settings/kafka.ts';
import { type MailSettings, mailSettings } from './settings/mail.ts';
import { type OperatorSettings, operatorSettings } from './settings/operator.ts';
import { redirectHosts } from './settings/redirect-hosts.ts';
import { type S3Settings, s3Settings } from './settings/s3.ts';
import { type SmsSettings, smsSettings } from './settings/sms.ts';
import { type StripeSettings, stripeSettings } from './settings/stripe.ts';
import { type TrackingSettings, trackingSettings } from './settings/tracking.ts';
import {
  addressList,
  amount,
  ConfigError,
  choice,
  domainList,
  type Environment,
  headerName,
  integer,
  isLoopback,
  publicUrl,
  readAll,
  timeZone,
} from './settings/values.ts';
import { type WechatLoginSettings, wechatLoginSettings } from './settings/wechat-login.ts';
import { type WechatPaySettings, wechatPaySettings } from './settings/wechat-pay.ts';

export { ConfigError };

/** All settings from the environment; the README's table has the same list. */
export interface Config {
  port: number;
  host: string;
  /** Port for `/metrics`, `/healthz` and the API's `/readyz` alone; undefined: the API's own port has them, the worker has none. */
  metricsPort: number | undefined;
  /** Address for requests between API processes; no port of it is public. */
  privateHost: string;
  /** Where people and programs reach the installation, without a slash at the end: links and pictures that leave it begin so. */
  publicUrl: string;
  /** Folder of the embedded database, keys and files. */
  dataDir: string;
  /** Where backups of the embedded database, the keys and the files go; undefined: none are made. */
  backupDir: string | undefined;
  /** Days after which a backup is removed. */
  backupKeepDays: number;
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
  /** The sandbox answers other machines. */
  sandboxPublic: boolean;
  /** The mail server; undefined: no mail is sent. */
  mail: MailSettings | undefined;
  /** The gateway for text messages; undefined: none is sent. */
  sms: SmsSettings | undefined;
  /** The account that says where parcels are; undefined: parcels keep their first state. */
  tracking: TrackingSettings | undefined;
  /** The program ffmpeg, for smaller sizes of videos; undefined: players get them as they are. */
  ffmpegPath: string | undefined;
  /** Where the bytes of uploaded files are; undefined: in the data directory. */
  s3: S3Settings | undefined;
  /** The accounts that collect payments; undefined: none. */
  stripe: StripeSettings | undefined;
  alipay: AlipaySettings | undefined;
  wechatPay: WechatPaySettings | undefined;
  /** Signing in with WeChat; undefined: nobody can. */
  wechatLogin: WechatLoginSettings | undefined;
  rateLimits: boolean;
  /** Other hosts whose pages lead to `publicUrl`, in lower case. */
  redirectHosts: readonly string[];
  /** Webhooks may call private and loopback addresses. */
  webhookAllowPrivate: boolean;
  /** Reads pages of other sites for the cards of articles. */
  pageCards: boolean;
  /** Only people with a phone number comment. */
  commentsNeedPhone: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are used. */
  trustedProxies: readonly string[];
  /** The header in which a proxy names the visitor's country, in lower case. */
  countryHeader: string | undefined;
  /** Domains of mail that get no code, and so register no account. */
  blockedDomains: readonly string[];
  orderTtlSeconds: number;
  businessTimeZone: string;
  /** Staff needs a second factor, and payees change with a code only. */
  secondFactor: boolean;
  /** Where seals of the log are published: an absolute path or an http(s) address; undefined: nowhere. */
  sealHeads: string | undefined;
  /** Above this amount, in fen, two people must approve a withdrawal. */
  payoutSecondApproval: Fen;
  /** What a person of support can refund in a business day, in fen. */
  supportRefundsPerDay: Fen;
  /** Smallest amount that can be withdrawn, in fen. */
  smallestWithdrawal: Fen;
  operator: OperatorSettings;
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
function sealHeads({ SEAL_HEADS: place = '' }: Environment): string | undefined {
  if (place === '') return undefined;
  const url = URL.canParse(place) ? new URL(place) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (place.startsWith('/') || isSafe) return place;
  throw new ConfigError(
    'SEAL_HEADS: must be an absolute path, or an address as https://user:password@host/head.json',
  );
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

/** Of the server. Without it mail, feeds and webhooks would name an address that nobody else reaches. Throws a ConfigError. */
export function requirePublicUrl(env: Environment): void {
  if (env.NODE_ENV !== 'production' || env.PUBLIC_URL?.startsWith('https://')) return;
  throw new ConfigError(
    'PUBLIC_URL: required with NODE_ENV=production, an https address as https://fanwatt.example',
  );
}

/** Settings that an installation for other people has. */
const PUBLIC_SETTINGS =
  /^(TRUSTED_PROXIES|SMTP_URL|MAIL_FROM|SMS_URL|SMS_AUTH|OPERATOR_NAME|TERMS_VERSION|TERMS_URL|PRIVACY_URL|HELP_URL|ICP_NUMBER|FANWATT_SECRET_\w+)$/;

const isSandboxPublic = (env: Environment): boolean => choice(env, 'SANDBOX_PUBLIC', '0', ['0', '1']) === '1';

/** The sandbox shows all codes and lets every visitor move the clock. */
function requirePrivateSandbox(env: Environment): void {
  if (isSandboxPublic(env)) return;
  const hosts = ['HOST', 'PRIVATE_HOST'].filter((name) => !isLoopback(env[name] || '127.0.0.1'));
  const others = Object.keys(env).filter((name) => PUBLIC_SETTINGS.test(name) && env[name]);
  const shown = env.PUBLIC_URL && !isLoopback(new URL(publicUrl(env)).hostname);
  const signs = [
    ...hosts.map((name) => `${name}=${env[name]}`),
    ...(shown ? [`PUBLIC_URL=${env.PUBLIC_URL}`] : []),
    ...others.sort(),
  ];
  if (signs.length === 0) return;
  throw new ConfigError(
    `SANDBOX=1 with ${signs.join(', ')}: anyone who can reach it can read all codes; set NODE_ENV=production or SANDBOX=0, or SANDBOX_PUBLIC=1 to allow this`,
  );
}

const isProduction = (env: Environment): boolean => env.NODE_ENV === 'production';

function isSandbox(env: Environment): boolean {
  const byDefault = !env.DATABASE_URL && !isProduction(env) ? '1' : '0';
  return choice(env, 'SANDBOX', byDefault, ['0', '1']) === '1';
}

function sandboxIn(env: Environment): boolean {
  const sandbox = isSandbox(env);
  if (sandbox && isProduction(env)) throw new ConfigError('SANDBOX=1: not allowed with NODE_ENV=production');
  if (sandbox) requirePrivateSandbox(env);
  return sandbox;
}

function rateLimitsIn(env: Environment): boolean {
  const rateLimits = choice(env, 'RATE_LIMITS', 'on', ['on', 'off']) === 'on';
  if (!rateLimits && !isSandbox(env)) throw new ConfigError('RATE_LIMITS=off: only allowed with SANDBOX=1');
  return rateLimits;
}

function secondFactorIn(env: Environment): boolean {
  const byDefault = isSandbox(env) && !isProduction(env) ? 'off' : 'on';
  const isOn = choice(env, 'SECOND_FACTOR', byDefault, ['on', 'off']) === 'on';
  if (isOn || !isProduction(env)) return isOn;
  throw new ConfigError('SECOND_FACTOR=off: not allowed with NODE_ENV=production');
}

/** Reads and checks the environment. Throws a ConfigError with a line for each invalid variable, which it names. */
export function readConfig(env: Environment): Config {
  return readAll<Config>({
    port: () => integer(env, 'PORT', 3000, 0, 65_535),
    host: () => env.HOST || '127.0.0.1',
    metricsPort: () => (env.METRICS_PORT ? integer(env, 'METRICS_PORT', 0, 0, 65_535) : undefined),
    privateHost: () => env.PRIVATE_HOST || '127.0.0.1',
    publicUrl: () => publicUrl(env),
    dataDir: () => env.DATA_DIR || '.data',
    backupDir: () => env.BACKUP_DIR || undefined,
    backupKeepDays: () => integer(env, 'BACKUP_KEEP_DAYS', 30, 1, 3_650),
    databaseUrl: () => databaseUrl(env),
    eventLog: () => eventLog(env),
    kafka: () => kafkaSettings(env),
    feed: () => choice(env, 'FEED', 'log', ['log', 'kafka']),
    demo: () => choice(env, 'DEMO', '1', ['0', '1']) === '1',
    production: () => isProduction(env),
    sandbox: () => sandboxIn(env),
    sandboxPublic: () => isSandboxPublic(env),
    mail: () => mailSettings(env),
    sms: () => smsSettings(env),
    tracking: () => trackingSettings(env),
    ffmpegPath: () => env.FFMPEG_PATH || undefined,
    s3: () => s3Settings(env),
    stripe: () => stripeSettings(env),
    alipay: () => alipaySettings(env),
    wechatPay: () => wechatPaySettings(env),
    wechatLogin: () => wechatLoginSettings(env),
    rateLimits: () => rateLimitsIn(env),
    redirectHosts: () => redirectHosts(env),
    webhookAllowPrivate: () => choice(env, 'WEBHOOK_ALLOW_PRIVATE', '0', ['0', '1']) === '1',
    pageCards: () => choice(env, 'PAGE_CARDS', 'on', ['on', 'off']) === 'on',
    commentsNeedPhone: () => choice(env, 'COMMENTS_NEED_PHONE', env.SMS_URL ? '1' : '0', ['0', '1']) === '1',
    trustedProxies: () => addressList(env, 'TRUSTED_PROXIES'),
    countryHeader: () => headerName(env, 'COUNTRY_HEADER'),
    blockedDomains: () => domainList(env, 'BLOCKED_DOMAINS'),
    secondFactor: () => secondFactorIn(env),
    sealHeads: () => sealHeads(env),
    orderTtlSeconds: () => integer(env, 'ORDER_TTL_SECONDS', 900, 1, 86_400),
    businessTimeZone: () => timeZone(env),
    payoutSecondApproval: () => amount(env, 'PAYOUT_SECOND_APPROVAL', '10000.00'),
    supportRefundsPerDay: () => amount(env, 'SUPPORT_REFUNDS_PER_DAY', '500.00'),
    smallestWithdrawal: () => amount(env, 'SMALLEST_WITHDRAWAL', '1.00'),
    operator: () => operatorSettings(env),
  });
}
