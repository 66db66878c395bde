import { randomUUID } from 'node:crypto';
import { startEventStoreServer } from './event-store-server.ts';

export interface StoreUnderTest {
  url: string;
  /** A stream that no other test uses. */
  stream: string;
  close(): void;
}

/** The server at EVENTSTORE_URL, or one in memory. */
export async function storeUnderTest(): Promise<StoreUnderTest> {
  const stream = `fanwatt-test-${randomUUID()}`;
  const url = process.env.EVENTSTORE_URL;
  if (url) return { url, stream, close: () => undefined };
  const server = await startEventStoreServer();
  return { url: server.url, stream, close: server.close };
}
