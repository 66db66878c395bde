import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GenericContainer } from 'testcontainers';
import { freePort } from '#ops/postgres/server.ts';
import { type Broker, startBroker } from '../broker.ts';
import { brokerChoice } from '../choice.ts';
import { secureListener } from './secure-listener.ts';

export interface BrokerUnderTest {
  brokers: string[];
  /** Undefined for one that these tests cannot kill. */
  broker: Broker | undefined;
  /** Its listener with TLS and a password. */
  secure?: { address: string; username: string; password: string; certificate: string };
  close(): Promise<void>;
}

/** A broker in Docker. Clients use the address that it advertises, so its port is the same outside. */
async function inDocker(): Promise<BrokerUnderTest> {
  const port = await freePort();
  const container = await new GenericContainer('apache/kafka:4.1.0')
    .withExposedPorts({ container: port, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    })
    .start();
  const close = (): Promise<void> => container.stop().then(() => undefined);
  return { brokers: [`127.0.0.1:${port}`], broker: undefined, close };
}

async function ofThisMachine(withSecure: boolean): Promise<BrokerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-kafka-'));
  const listener = withSecure ? await secureListener(folder) : undefined;
  const broker = await startBroker(join(folder, 'broker'), undefined, listener);
  const { secureAddress: address } = broker;
  return {
    brokers: [broker.address],
    broker,
    ...(listener && address && { secure: { ...listener, address } }),
    async close() {
      await broker.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The broker at KAFKA_BROKERS, or one of this machine, or one in Docker; no brokers where none of these is.
 * @param withSecure also a listener with TLS, on this machine
 */
export async function brokerUnderTest(withSecure = false): Promise<BrokerUnderTest> {
  const choice = await brokerChoice();
  if (choice === 'java') return ofThisMachine(withSecure);
  if (choice === 'docker') return inDocker();
  const brokers = choice === 'given' ? (process.env.KAFKA_BROKERS ?? '').split(',') : [];
  return { brokers, broker: undefined, close: async () => undefined };
}
