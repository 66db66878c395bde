import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, requireMail } from './config.ts';

test('without any setting: the embedded sandbox with its demo', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    privateHost: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: undefined,
    feed: 'log',
    demo: true,
    production: false,
    sandbox: true,
    mail: undefined,
    rateLimits: true,
    trustedProxies: [],
    webhookAllowPrivate: false,
    orderTtlSeconds: 900,
    payoutSecondApproval: 1_000_000,
    smallestWithdrawal: 100,
    operator: { terms: '', privacy: '', help: '', icpNumber: '' },
    businessTimeZone: 'Asia/Shanghai',
  });
});

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
    [{ HOST: '0.0.0.0' }, 'SANDBOX=1 with HOST=0.0.0.0'],
    [{ HOST: '::', SANDBOX: '1' }, 'SANDBOX_PUBLIC=1'],
    [{ SANDBOX_PUBLIC: 'yes', HOST: '0.0.0.0' }, 'SANDBOX_PUBLIC=yes'],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b\nBcc: c@d' }, 'MAIL_FROM'],
    [{ TRUSTED_PROXIES: '10.0.0.1,proxy.local' }, 'TRUSTED_PROXIES="proxy.local"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES="10.0.0.0/33"'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES="0.0.0.0/0"'],
    [{ TRUSTED_PROXIES: 'fd00::/129' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: 'a\nb' }, 'TRUSTED_PROXIES'],
    [{ ORDER_TTL_SECONDS: '0' }, 'ORDER_TTL_SECONDS=0'],
    [{ PAYOUT_SECOND_APPROVAL: '1.001' }, 'PAYOUT_SECOND_APPROVAL=1.001'],
    [{ SMALLEST_WITHDRAWAL: '0' }, 'SMALLEST_WITHDRAWAL=0'],
    [{ TERMS_URL: 'example.com/terms' }, 'TERMS_URL="example.com/terms"'],
    [{ HELP_URL: 'javascript:alert(1)' }, 'HELP_URL'],
    [{ ORDER_TTL_SECONDS: '1.5' }, 'ORDER_TTL_SECONDS=1.5'],
    [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE=Mars/Olympus'],
    [{ SANDBOX: '1', NODE_ENV: 'production' }, 'SANDBOX=1'],
  ])('%j', (env, names) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(names);
    expect(read).not.toThrow('\n');
  });
});

const mail = { SMTP_URL: 'smtp://user:secret@mail:587', MAIL_FROM: 'Fanwatt <no-reply@example.com>' };

test('mail has a server and a sender, and no error shows its password', () => {
  expect(readConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM });
  expect(readConfig({ ...mail, MAIL_FROM: 'a@example.com' }).mail).toMatchObject({ from: 'a@example.com' });
  expect(() => readConfig({ ...mail, MAIL_FROM: '' })).not.toThrow('secret');
  expect(() => readConfig({ ...mail, MAIL_FROM: '' })).toThrow('MAIL_FROM');
});

test('a server in production needs mail', () => {
  const start = (env: object) => requireMail(readConfig({ NODE_ENV: 'production', ...env }));
  expect(() => start({})).toThrow('SMTP_URL: required with NODE_ENV=production');
  expect(() => start(mail)).not.toThrow();
  expect(() => requireMail(readConfig({ SANDBOX: '0' }))).not.toThrow();
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
  expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual([
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
