import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import './request-queue.ts';
import type { KafkaSettings } from './settings.ts';

/** @param clientId shown in the broker's log */
export const openKafka = ({ brokers, tls, sasl }: KafkaSettings, clientId: string): Kafka =>
  new Kafka({
    clientId: `fanwatt-${clientId}`,
    brokers: [...brokers],
    ...(tls && { ssl: tls }),
    // Its type is a union by mechanism.
    ...(sasl && { sasl: sasl as SASLOptions }),
    // Errors are thrown, and callers report them.
    logLevel: logLevel.NOTHING,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 },
  });
