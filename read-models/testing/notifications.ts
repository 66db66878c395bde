import { Client } from 'pg';
import type { Notifications } from '../engine/wait.ts';

/** A LISTEN connection for tests. */
export async function testNotifications(url: string): Promise<Notifications & { close(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    async on(channel, heard) {
      const listener = (message: { channel: string; payload?: string | undefined }): void => {
        if (message.channel === channel) heard(message.payload ?? '');
      };
      client.on('notification', listener);
      await client.query(`LISTEN ${channel}`);
      return () => {
        client.off('notification', listener);
      };
    },
    close: () => client.end(),
  };
}
