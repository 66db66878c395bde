import { existsSync } from 'node:fs';
import { lineOf } from '#ops/problem.ts';

const IMAGE = 'eventstore/eventstore:23.10.2-bookworm-slim';
const PORT = 2113;
const START_MS = 120_000;

interface EventStoreOfTests {
  /** For the summary. */
  name: string;
  /** Undefined: tests use a server in memory. */
  url?: string | undefined;
  stop(): Promise<unknown>;
}

const hasDocker = (): boolean => process.env.DOCKER_HOST !== undefined || existsSync('/var/run/docker.sock');

/** EventStoreDB for the tests: the server at EVENTSTORE_URL, one in a container where Docker is, or one in memory. */
export async function startEventStore(): Promise<EventStoreOfTests> {
  const stop = async (): Promise<void> => undefined;
  const { EVENTSTORE_URL: serverUrl } = process.env;
  if (serverUrl) return { name: 'the server at EVENTSTORE_URL', url: serverUrl, stop };
  if (!hasDocker()) return { name: 'a server in memory', stop };
  try {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' })
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
      .withStartupTimeout(START_MS)
      .start();
    const url = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
    return { name: `${IMAGE} in Docker`, url, stop: () => container.stop() };
  } catch (error) {
    return { name: `a server in memory (Docker: ${lineOf(error)})`, stop };
  }
}
