import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { operatorAt, TERMS_VERSION } from './settings/operator.ts';
import { readServerConfig } from './settings/server.ts';

test('without any setting: the embedded sandbox with its demo', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    privateHost: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: '.data',
    backupDir: undefined,
    backupKeepDays: 30,
    databaseUrl: undefined,
    secondFactor: false,
    sealHeads: undefined,
    feed: 'log',
    demo: true,
    production: false,
    sandbox: true,
    sandboxPublic: false,
    mail: undefined,
    pageCards: true,
    commentsNeedPhone: false,
    rateLimits: true,
    trustedProxies: [],
    redirectHosts: [],
    blockedDomains: [],
    webhookAllowPrivate: false,
    orderTtlSeconds: 900,
    payoutSecondApproval: 1_000_000,
    supportRefundsPerDay: 50_000,
    smallestWithdrawal: 100,
    operator: {
      name: 'Fanwatt',
      debugUsers: [],
      namesByHost: {},
      termsVersion: TERMS_VERSION,
      terms: '',
      privacy: '',
      help: '',
      icpNumber: '',
    },
    businessTimeZone: 'Asia/Shanghai',
  });
});

/** Settings of an installation for other people are accepted. */
const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'hidden',
};
const OPEN = { SANDBOX_PUBLIC: '1' };
const SMS = { SMS_URL: 'https://sms.example.com/send', ...OPEN };
const TRACKING = { TRACKING_CUSTOMER: 'C0FFEE', TRACKING_KEY: 'hidden' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_hidden', STRIPE_WEBHOOK_SECRET: 'whsec_hidden' };

describe('a bad value is named in one line', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT=abc'],
    [{ PORT: '70000' }, 'PORT=70000'],
    [{ PORT: '-1' }, 'PORT=-1'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ EVENT_LOG: 'kafka://x' }, 'EVENT_LOG'],
    [{ KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS=kafka: must be host:port'],
    [{ KAFKA_BROKERS: 'a:9092,kafka://b:9092' }, 'KAFKA_BROKERS=kafka://b:9092'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_PARTITIONS: '0' }, 'KAFKA_PARTITIONS=0'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_TOPIC: 'a b' }, 'KAFKA_TOPIC=a b'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_TLS: 'yes' }, 'KAFKA_TLS=yes: must be on, off or a file'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_TLS: 'package.json' }, 'KAFKA_TLS=package.json: must be on, off or'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_SASL: 'me:secret' }, 'KAFKA_SASL: must look like scram-sha-512:'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_SASL: 'scram-sha-1:me:secret' }, 'KAFKA_SASL: must look like'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_SASL: '/none' }, 'KAFKA_SASL=/none: this file cannot be read'],
    [{ KAFKA_BROKERS: 'a:9092', KAFKA_SASL: 'plain:me:secret' }, 'KAFKA_TLS is required'],
    [{ FEED: 'kafka' }, 'KAFKA_BROKERS: required with FEED=kafka'],
    [{ FEED: 'redis' }, 'FEED=redis'],
    [{ DEMO: 'yes' }, 'DEMO=yes'],
    [{ SANDBOX: '2' }, 'SANDBOX=2'],
    [{ RATE_LIMITS: 'none' }, 'RATE_LIMITS=none'],
    [{ RATE_LIMITS: 'off', SANDBOX: '0' }, 'RATE_LIMITS=off'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET: required with the other STRIPE_ settings'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY: required with the other STRIPE_ settings'],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_hidden' }, 'STRIPE_SECRET_KEY: must look like'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'hidden' }, 'STRIPE_WEBHOOK_SECRET: must look like'],
    [{ ...STRIPE, STRIPE_METHODS: 'card,cash' }, 'STRIPE_METHODS=cash: must be some of'],
    [{ ...STRIPE, STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL="http://stripe.example"'],
    [{ PUBLIC_URL: 'fanwatt.example' }, 'PUBLIC_URL="fanwatt.example": must be http or https'],
    [{ PUBLIC_URL: 'ftp://fanwatt.example' }, 'PUBLIC_URL='],
    [{ PUBLIC_URL: 'http://127.0.0.1/shop' }, 'PUBLIC_URL='],
    [{ PUBLIC_URL: 'http://me:secret@127.0.0.1' }, 'PUBLIC_URL='],
    [{ PUBLIC_URL: 'http://127.0.0.1?a' }, 'PUBLIC_URL='],
    [{ REDIRECT_HOSTS: 'old.example' }, 'REDIRECT_HOSTS: needs PUBLIC_URL'],
    [
      { REDIRECT_HOSTS: 'https://old.example', PUBLIC_URL: 'http://127.0.0.1' },
      'must be hosts without ports',
    ],
    [{ REDIRECT_HOSTS: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1' }, 'is the host of PUBLIC_URL'],
    [{ DEBUG_USERS: 'a,b,c' }, 'DEBUG_USERS=a,b,c: must be at most two'],
    [{ DEBUG_USERS: 'a b' }, 'DEBUG_USERS=a b: must be at most two'],
    [{ HOST: '0.0.0.0' }, 'SANDBOX=1 with HOST=0.0.0.0'],
    [{ HOST: '::', SANDBOX: '1' }, 'SANDBOX_PUBLIC=1'],
    [{ SANDBOX_PUBLIC: 'yes', HOST: '0.0.0.0' }, 'SANDBOX_PUBLIC=yes'],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@example.com', ...OPEN }, 'SMTP_URL'],
    [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@example.com', ...OPEN }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'nobody', ...OPEN }, 'MAIL_FROM'],
    [{ SMS_AUTH: 'Bearer hidden', ...OPEN }, 'SMS_URL: required with'],
    [{ SMS_URL: 'http://sms.example.com', ...OPEN }, 'SMS_URL: must be https'],
    [{ SMS_URL: 'https://me:hidden@sms.example.com', ...OPEN }, 'SMS_URL: must look like'],
    [{ ...SMS, SMS_AUTH: 'hidden' }, 'SMS_AUTH: must look like'],
    [{ ...SMS, SMS_AUTH: 'Bearer hidden\r\nx: y' }, 'SMS_AUTH: must be printable'],
    [{ ...SMS, SMS_BODY: '{"to":"{to}"}' }, 'SMS_BODY: must contain {to}'],
    [{ ...SMS, SMS_BODY: '{"to":{to},"text":"{text}"}' }, 'SMS_BODY: must be JSON'],
    [{ ...SMS, SMS_COUNTRIES: '86,China' }, 'SMS_COUNTRIES=86,China'],
    [{ ...SMS, SMS_PER_DAY: '0' }, 'SMS_PER_DAY=0'],
    [{ TRACKING_KEY: 'hidden' }, 'TRACKING_CUSTOMER: required with the other TRACKING_ settings'],
    [{ TRACKING_CUSTOMER: 'C0FFEE' }, 'TRACKING_KEY: required with the other TRACKING_ settings'],
    [{ ...TRACKING, TRACKING_URL: 'http://tracking.example' }, 'TRACKING_URL="http://tracking.example"'],
    [{ ...TRACKING, TRACKING_PER_MINUTE: '0' }, 'TRACKING_PER_MINUTE=0'],
    [{ ...TRACKING, TRACKING_PER_DAY: 'many' }, 'TRACKING_PER_DAY=many'],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b\nBcc: c@d', ...OPEN }, 'MAIL_FROM'],
    [{ TRUSTED_PROXIES: '10.0.0.1,proxy.local', ...OPEN }, 'TRUSTED_PROXIES="proxy.local"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33', ...OPEN }, 'TRUSTED_PROXIES="10.0.0.0/33"'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0', ...OPEN }, 'TRUSTED_PROXIES="0.0.0.0/0"'],
    [{ TRUSTED_PROXIES: 'fd00::/129', ...OPEN }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: 'a\nb', ...OPEN }, 'TRUSTED_PROXIES'],
    [{ S3_BUCKET: 'files' }, 'S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY'],
    [{ ...S3, S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT=s3.example.com'],
    [{ ...S3, S3_ENDPOINT: 'https://user:word@s3.example.com' }, 'S3_ENDPOINT'],
    [{ ...S3, S3_BUCKET: 'a/b' }, 'S3_BUCKET=a/b'],
    [{ ORDER_TTL_SECONDS: '0' }, 'ORDER_TTL_SECONDS=0'],
    [{ PAYOUT_SECOND_APPROVAL: '1.001' }, 'PAYOUT_SECOND_APPROVAL=1.001'],
    [{ SMALLEST_WITHDRAWAL: '0' }, 'SMALLEST_WITHDRAWAL=0'],
    [{ TERMS_URL: 'example.com/terms', ...OPEN }, 'TERMS_URL="example.com/terms"'],
    [{ TERMS_URL: 'https:example.com/terms', ...OPEN }, 'TERMS_URL="https:example.com/terms"'],
    [{ HELP_URL: 'javascript:alert(1)', ...OPEN }, 'HELP_URL'],
    [{ TERMS_VERSION: '2026-02-30', ...OPEN }, 'TERMS_VERSION=2026-02-30'],
    [{ OPERATOR_NAME: 'Example Ltd; 示例科技', ...OPEN }, 'OPERATOR_NAME=示例科技'],
    [{ ORDER_TTL_SECONDS: '1.5' }, 'ORDER_TTL_SECONDS=1.5'],
    [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE=Mars/Olympus'],
    [{ SANDBOX: '1', NODE_ENV: 'production' }, 'SANDBOX=1'],
    [{ SECOND_FACTOR: 'no' }, 'SECOND_FACTOR=no'],
    [{ SECOND_FACTOR: 'off', NODE_ENV: 'production' }, 'SECOND_FACTOR=off'],
  ])('%j', (env, names) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(names);
    expect(read).not.toThrow('\n');
  });
});

test('an object store has an address, a bucket and keys; its region has a default', () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig(S3).s3).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'files',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'hidden',
  });
  expect(() => readConfig({ ...S3, S3_BUCKET: '' })).not.toThrow('hidden');
});

test('tracking has an account, and limits by default', () => {
  expect(readConfig({}).tracking).toBeUndefined();
  expect(readConfig(TRACKING).tracking).toEqual({
    url: 'https://poll.kuaidi100.com/poll/query.do',
    customer: 'C0FFEE',
    key: 'hidden',
    perMinute: 60,
    perDay: 5_000,
  });
  expect(() => readConfig({ ...TRACKING, TRACKING_URL: 'x' })).not.toThrow('hidden');
});

const mail = { SMTP_URL: 'smtp://user:secret@mail:587', MAIL_FROM: 'Fanwatt <no-reply@example.com>' };

test('comments need a phone where text messages leave, unless the setting says otherwise', () => {
  expect(readConfig(SMS).commentsNeedPhone).toBe(true);
  expect(readConfig({ ...SMS, COMMENTS_NEED_PHONE: '0' }).commentsNeedPhone).toBe(false);
  expect(readConfig({ COMMENTS_NEED_PHONE: '1' }).commentsNeedPhone).toBe(true);
});

test('mail has a server and a sender, and no error shows its password', () => {
  expect(readConfig({ ...mail, ...OPEN }).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM });
  expect(readConfig({ ...mail, MAIL_FROM: 'a@example.com', ...OPEN }).mail).toMatchObject({
    from: 'a@example.com',
  });
  expect(() => readConfig({ ...mail, MAIL_FROM: '' })).not.toThrow('secret');
  expect(() => readConfig({ ...mail, MAIL_FROM: '' })).toThrow('MAIL_FROM');
});

const names = ['VAULT', 'LOOKUP', 'SANDBOX_NOTICES', 'TICKET_SIGNING', 'LOG_SEALING', 'SESSION_SIGNING'];
const keys = Object.fromEntries(
  names.map((name, n) => [`FANWATT_SECRET_${name}`, Buffer.alloc(32, n).toString('base64')]),
);

/** The lines of the refusal. */
const linesOf = (env: object, required = {}): string[] => {
  try {
    readServerConfig({ ...env }, required);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
};

const PUBLIC_URL = 'https://fanwatt.example';

test('a server in production needs mail, its public address and keys', () => {
  expect(linesOf({ NODE_ENV: 'production', PUBLIC_URL, ...keys })).toEqual([
    'SMTP_URL: required with NODE_ENV=production; without it registration is not possible',
  ]);
  expect(linesOf({ NODE_ENV: 'production', PUBLIC_URL, ...mail, ...keys })).toEqual([]);
  for (const wrong of ['', 'http://fanwatt.example']) {
    expect(linesOf({ NODE_ENV: 'production', PUBLIC_URL: wrong, ...mail, ...keys })).toEqual([
      'PUBLIC_URL: required with NODE_ENV=production, an https address as https://fanwatt.example',
    ]);
  }
  expect(linesOf({ SANDBOX: '0' })).toEqual([]);
});

test('all invalid and missing settings are named at once', () => {
  const lines = linesOf(
    {
      NODE_ENV: 'production',
      PORT: 'x',
      TRUSTED_PROXIES: 'proxy',
      TERMS_URL: 'x',
      HELP_URL: 'y',
      KAFKA_SASL: 'z',
    },
    { DATABASE_URL: 'not set', KAFKA_BROKERS: 'required by the relay' },
  );
  expect(lines.map((line) => line.split(/[:=]/)[0])).toEqual([
    'PORT',
    'TRUSTED_PROXIES',
    'TERMS_URL',
    'HELP_URL',
    'SMTP_URL',
    'PUBLIC_URL',
    ...Object.keys(keys),
    'DATABASE_URL',
    'KAFKA_BROKERS',
  ]);
  const kafka = { KAFKA_BROKERS: 'a', KAFKA_TOPIC: 'a b', KAFKA_TLS: 'yes', KAFKA_SASL: 'z' };
  expect(linesOf({ ...kafka, FANWATT_SECRET_VAULT: 'short', ...OPEN })).toEqual([
    expect.stringContaining('KAFKA_BROKERS=a'),
    expect.stringContaining('KAFKA_TLS=yes'),
    expect.stringContaining('KAFKA_SASL'),
    expect.stringContaining('KAFKA_TOPIC=a b'),
    'FANWATT_SECRET_VAULT: must be 32 bytes in base64, or up to 10 different keys with commas',
  ]);
});

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '::', SANDBOX: '1', DATABASE_URL: 'postgres://db/x' },
  { PRIVATE_HOST: '10.0.0.3' },
  { TRUSTED_PROXIES: '127.0.0.1' },
  { PUBLIC_URL: 'https://fanwatt.example' },
  mail,
  { TERMS_URL: 'https://example.com/terms' },
  { PRIVACY_URL: 'https://example.com/privacy' },
  { ICP_NUMBER: '京ICP备12345678号' },
  { OPERATOR_NAME: 'Example Ltd.' },
  { FANWATT_SECRET_TICKET_SIGNING: keys.FANWATT_SECRET_TICKET_SIGNING },
  // Production without NODE_ENV.
  { ...mail, ...keys, TRUSTED_PROXIES: '127.0.0.1', TERMS_URL: 'https://example.com/terms' },
])('a sandbox with a sign of a public installation is refused with one line: %j', (env: object) => {
  const [line, ...more] = linesOf(env);
  expect(more).toEqual([]);
  const signs = Object.keys(env).filter((name) => !['SANDBOX', 'DATABASE_URL'].includes(name));
  for (const sign of signs) expect(line).toContain(sign);
  expect(line).toContain('set NODE_ENV=production or SANDBOX=0, or SANDBOX_PUBLIC=1');
  expect(line).not.toContain('secret@');
  expect(linesOf({ ...env, ...OPEN })).toEqual([]);
  expect(linesOf({ ...env, SANDBOX: '0' })).toEqual([]);
});

test.each([
  [{ PUBLIC_URL: 'https://fanwatt.example/' }, 'https://fanwatt.example'],
  [{ PUBLIC_URL: 'https://Fanwatt.Example:443' }, 'https://fanwatt.example'],
  [{ PUBLIC_URL: 'http://fanwatt.example:8080' }, 'http://fanwatt.example:8080'],
  [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
])('the public address with %j is %s', (env: object, address) => {
  expect(readConfig({ ...env, ...OPEN }).publicUrl).toBe(address);
});

test('the sandbox is open to other machines only if it is configured so', () => {
  expect(readConfig({ HOST: '0.0.0.0', SANDBOX_PUBLIC: '1' })).toMatchObject({
    sandbox: true,
    host: '0.0.0.0',
  });
  expect(readConfig({ HOST: '0.0.0.0', SANDBOX: '0' })).toMatchObject({ sandbox: false });
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect(readConfig({ HOST }).sandbox).toBe(true);
});

test('proxies are addresses and networks', () => {
  const TRUSTED_PROXIES = ' 10.0.0.1, 10.1.0.0/16 ,::1,fd00::/8, ';
  expect(readConfig({ TRUSTED_PROXIES, ...OPEN }).trustedProxies).toEqual([
    '10.0.0.1',
    '10.1.0.0/16',
    '::1',
    'fd00::/8',
  ]);
});

test('an external database, or production, has no sandbox by default', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).sandbox).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', SANDBOX: '1' }).sandbox).toBe(true);
  expect(readConfig({ NODE_ENV: 'production', ...mail })).toMatchObject({ sandbox: false, production: true });
});

test('the operator has another name at some hosts', () => {
  const { operator } = readConfig({
    OPERATOR_NAME: 'Example Ltd; CN.example.com = 示例科技',
    SANDBOX_PUBLIC: '1',
  });
  expect(['cn.example.com', 'example.com', 'constructor'].map((host) => operatorAt(operator, host))).toEqual([
    '示例科技',
    'Example Ltd',
    'Example Ltd',
  ]);
});
