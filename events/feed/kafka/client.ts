import { Kafka, logLevel } from 'kafkajs';
import type { KafkaSettings } from './settings.ts';

/** @param clientId shown in the broker's log */
export const openKafka = ({ brokers }: KafkaSettings, clientId: string): Kafka =>
  new Kafka({
    clientId: `fanwatt-${clientId}`,
    brokers: [...brokers],
    // Errors are thrown, and callers report them.
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 },
  });
