import { spawnSync } from 'node:child_process';
import { canRunKafka } from './jars.ts';

/** Which broker tests use. */
export const brokerChoice = async (): Promise<keyof typeof BROKERS> => {
  if (process.env.KAFKA_BROKERS) return 'given';
  if (await canRunKafka()) return 'java';
  return spawnSync('docker', ['info']).status === 0 ? 'docker' : 'none';
};

/** For the summary of `npm test`. */
export const BROKERS = {
  given: 'the broker at KAFKA_BROKERS',
  java: 'a broker 4.1 of this machine',
  docker: 'a broker 4.1 in Docker',
  none: 'none (install Java and Maven, or set KAFKA_BROKERS)',
} as const;
