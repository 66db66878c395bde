import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type KafkaLogin, type KafkaSettings, TOPIC } from '#events/feed/kafka/settings.ts';
import { ConfigError, type Environment, integer, readAll } from './values.ts';

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
function kafkaLogin({ KAFKA_SASL: setting = '' }: Environment): KafkaLogin | undefined {
  if (setting === '') return undefined;
  let text = setting;
  try {
    if (setting.startsWith('/')) text = readFileSync(setting, 'utf8').trim();
  } catch {
    throw new ConfigError(`KAFKA_SASL=${setting}: this file cannot be read`);
  }
  const [, mechanism, username, password] = LOGIN.exec(text) ?? [];
  if (username === undefined || password === undefined) {
    throw new ConfigError('KAFKA_SASL: must look like scram-sha-512:user:password, or be a file with that');
  }
  // The expression allows no others.
  return { mechanism: mechanism as KafkaLogin['mechanism'], username, password };
}

function brokersIn(env: Environment): string[] {
  const brokers = (env.KAFKA_BROKERS ?? '').split(',').flatMap((one) => one.trim() || []);
  const wrong = brokers.find((one) => !/^[^\s:/@]+:\d{1,5}$/.test(one));
  if (wrong === undefined) return brokers;
  throw new ConfigError(`KAFKA_BROKERS=${wrong}: must be host:port, several with commas between them`);
}

function topicIn(env: Environment): string {
  const topic = env.KAFKA_TOPIC || TOPIC;
  if (/^[\w.-]{1,249}$/.test(topic)) return topic;
  throw new ConfigError(`KAFKA_TOPIC=${topic}: must have 1 to 249 letters, digits and . _ -`);
}

/** Undefined without brokers. Throws a ConfigError. */
export function kafkaSettings(env: Environment): KafkaSettings | undefined {
  if ((env.KAFKA_BROKERS ?? '').replace(/[\s,]/g, '') === '') {
    if (env.FEED === 'kafka') throw new ConfigError('KAFKA_BROKERS: required with FEED=kafka');
    return undefined;
  }
  const settings = readAll<KafkaSettings>({
    brokers: () => brokersIn(env),
    tls: () => kafkaTls(env),
    sasl: () => kafkaLogin(env),
    topic: () => topicIn(env),
    partitions: () => integer(env, 'KAFKA_PARTITIONS', 12, 1, 1_000),
  });
  if (settings.sasl?.mechanism === 'plain' && !settings.tls) {
    throw new ConfigError('KAFKA_SASL: plain sends the password as it is: KAFKA_TLS is required');
  }
  return settings;
}
