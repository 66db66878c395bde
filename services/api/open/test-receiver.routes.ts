import { setTimeout as sleep } from 'node:timers/promises';
import { asUserId } from '#events/ids.ts';
import {
  clearTestReceiver,
  getTestReceiver,
  placeTestOrder,
  RECEIVER_ANSWERS,
  RECEIVER_TOPIC,
  RECEIVER_WANTED,
  type ReceivedCall,
  receiveWebhook,
  setReceiverAnswer,
  setUpTestReceiver,
} from '#services/contract/open/test-receiver.ts';
import { RECEIVED_CHANNEL } from '#services/modules/open/received-calls.ts';
import {
  openTestReceiver,
  ownReceiver,
  receiverUrl,
  sandboxToken,
} from '#services/modules/open/test-receiver.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { placedTestOrder } from './test-order.ts';

/** Bytes; a body of a webhook has at most 128 KiB. */
const BODY_LIMIT = 140_000;
/** Longer than a webhook waits for an answer. */
const SLOW_MS = 12_000;

/** In the sandbox: a program inside the application that receives webhooks, and shows what it received. */
export const testReceiverRoutes: Area = (deps) => async (app) => {
  const { accounts, clock, config, listener, live } = deps;
  if (!config.sandbox) return;
  const on = routesOf(app, 'open');
  const { received } = accounts.webhooks;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const silence = await listener.on(RECEIVED_CHANNEL, (payload) => {
    const [creator = '', at] = payload.split(' ');
    live.hint(RECEIVER_TOPIC, Number(at), new Set([`creator:${creator}`]));
  });
  app.addHook('preClose', async () => silence());

  on(getTestReceiver, async ({ caller: { user_id } }) => {
    const [token, webhook] = await Promise.all([
      sandboxToken(accounts, user_id),
      ownReceiver(accounts, user_id),
    ]);
    const { calls, answer } = await received.of<ReceivedCall>(user_id);
    const chosen = RECEIVER_ANSWERS.find((one) => one === answer) ?? 'ok';
    const own = { token: token ?? null, webhook_id: webhook?.webhook_id ?? null };
    return { list: calls, has_more: false, total_count: calls.length, ...own, answer: chosen };
  });
  on(setUpTestReceiver, async ({ caller: { user_id } }) => {
    const full = await openTestReceiver(accounts, user_id, RECEIVER_WANTED);
    return full === undefined ? {} : quotaReached(QUOTAS[full]);
  });
  on(setReceiverAnswer, async ({ body: { answer }, caller: { user_id } }) => {
    await received.setAnswer(user_id, answer);
    return {};
  });
  on(clearTestReceiver, async ({ caller: { user_id } }) => {
    await received.clear(user_id);
    return {};
  });
  on(placeTestOrder, async ({ caller: { user_id } }) => placedTestOrder(deps, user_id));

  await app.register(async (own) => {
    // Signatures cover the bytes.
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    // Only here: outside the sandbox nothing needs the library.
    const { verifiedCall } = await import('./verified-call.ts');
    routesOf(own, 'open')(receiveWebhook, async ({ params: { user_id, key }, request, reply }) => {
      const { addresses, keys } = accounts.webhooks;
      const url = receiverUrl(user_id, key);
      const mine = (await addresses.list(asUserId(user_id))).find((one) => one.url === url);
      const webhook = mine && (await addresses.find(mine.webhook_id));
      if (webhook === undefined) return reply.code(404).send(refused(request, notFound));
      const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
      const checked = verifiedCall(text, request.headers, {
        secrets: webhook.secrets,
        published: await keys.published(),
      });
      const answer = await received.add(asUserId(user_id), {
        ...checked,
        time: Math.floor(clock.now() / 1000),
      });
      if (answer === 'slow')
        await sleep(SLOW_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (answer !== 'error') return {};
      return reply.code(500).send(refused(request, { code: 'internal', request_id: request.id }));
    });
  });
};
