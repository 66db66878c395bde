import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { freePort } from '#ops/postgres/server.ts';
import { openHooks } from '#services/worker/testing/webhooks.ts';
import { RECEIVERS } from '../web/src/creator/open/webhooks/receivers.ts';

const PROGRAMS = {
  TypeScript: [process.execPath, 'receiver.mts'],
  Python: ['python3', 'receiver.py'],
} as const;
const SLOWLY = { timeout: 60_000, interval: 50 };

const hooks = fixture(openHooks);
const folder = temporaryFolder();
/** A real call as it arrived, and the secret that it was signed with. */
let call: { headers: Record<string, string>; body: Buffer; secret: string };
const running: { kill(): void }[] = [];

beforeAll(async () => {
  const receiver = await hooks.receiver(['order']);
  hooks.start();
  await hooks.buy({ remark: '图解 "三圈"' });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), SLOWLY);
  const [first] = receiver.received;
  if (!first) throw new Error('nothing was received');
  const { headers, text } = first;
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const named = signed.map((name) => [name, String(headers[name])]);
  call = { headers: Object.fromEntries(named), body: Buffer.from(text), secret: receiver.secret };
});
afterEach(() => {
  for (const program of running.splice(0)) program.kill();
});

test.each(Object.entries(PROGRAMS))(
  'the receiver in %s accepts a real call, and no other',
  async (language, program) => {
    const [command, file] = program;
    const path = join(folder.path, file);
    await writeFile(path, RECEIVERS[language as keyof typeof PROGRAMS]);
    const PORT = String(await freePort());
    const env = { ...process.env, PORT, FANWATT_WEBHOOK_SECRET: call.secret };
    const child = spawn(command, [path], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    child.stdout.on('data', (part) => {
      printed += part;
    });
    running.push(child);
    const send = async (headers: Record<string, string>, body: Buffer): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${PORT}/`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const { headers, body } = call;
    await expect.poll(() => send({}, Buffer.alloc(0)).catch(() => 0), SLOWLY).toBe(401);
    expect(await send(headers, body)).toBe(200);
    await expect.poll(() => printed, SLOWLY).toContain(`${headers['webhook-id']} order`);
    // Beside another one, as after a new secret.
    const both = { 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
    expect(await send({ ...headers, ...both }, body)).toBe(200);
    const changed = Buffer.from(body.toString().replace('"ec":200', '"ec":201'));
    const old = String(Number(headers['webhook-timestamp']) - 301);
    const wrong: [Record<string, string>, Buffer][] = [
      [headers, changed],
      [{ ...headers, 'webhook-id': 'event-1' }, body],
      [{ ...headers, 'webhook-timestamp': old }, body],
      [{ ...headers, 'webhook-timestamp': 'now' }, body],
      [{ ...headers, 'webhook-signature': 'v1,' }, body],
    ];
    for (const [named, sent] of wrong) expect(await send(named, sent)).toBe(401);
  },
);

test('the receiver in Go signs the same text', () => {
  expect(RECEIVERS.Go).toContain('fmt.Fprintf(mac, "%s.%s.", header.Get("webhook-id"), sent)');
  expect(RECEIVERS.Go).toContain('io.WriteString(w, `{"ec":200}`)');
});
