import type { FastifyError } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { asOutTradeNo, chargeIdOf } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { sandboxPay, sandboxRenewals } from '#services/contract/payments/sandbox-payments.ts';
import { noticeLog } from '#services/modules/payments/notice-log.ts';
import { noticePath } from '#services/modules/payments/notice-path.ts';
import { noticeReceiver } from '#services/modules/payments/receive-notice.ts';
import { answers, ok, refusal, refused } from '../http/answer.ts';
import { routesOf } from '../http/area.ts';
import { drainBody } from '../http/drain-body.ts';
import { isOverload } from '../http/errors.ts';
import { guessesByAddress, tooManyCalls } from '../http/rate-limits.ts';
import { makeChargeAgain } from './order-payment.ts';

const takenNotice = z.object({ result: z.enum(['accepted', 'duplicate']) });
/** HTTP 400 makes the provider repeat the notice. */
const refusedNotice = refusal.extend({
  data: refusal.shape.data.extend({
    result: z.literal('refused').optional(),
    reason: z.string().optional(),
  }),
});

const badInput = { code: 'bad_input', errors: [] } as const;
/** Bytes; a provider's notice is a few hundred. */
const NOTICE_LIMIT = 65_536;

/**
 * Notices keep their bytes: the signature covers the sent bytes. For providers, 200 acknowledges and any other status
 * requests the notice again.
 */
export const noticeRoutes =
  (deps: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const receiver = noticeReceiver({ ...deps, notices: noticeLog(deps.pool) });
    const forgeries = guessesByAddress(app, 'notices');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_LIMIT }, (_request, body, done) => {
      done(null, body);
    });

    // Elsewhere a refusal is HTTP 200; here that would acknowledge an unprocessed notice.
    app.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const status = isOverload(error) ? 503 : (error.statusCode ?? 500);
      if (status === 413) await drainBody(request.raw);
      if (status >= 500) request.log.error({ err: error }, 'notice not taken');
      reply.code(status);
      if (status === 429) return refused(request, { code: 'too_many_requests' });
      return refused(request, status < 500 ? badInput : { code: 'internal', request_id: request.id });
    });

    app.post(
      noticePath(':provider'),
      {
        config: { access: 'provider' },
        schema: {
          params: z.object({ provider: z.string().max(40) }),
          response: { ...answers(takenNotice), 400: refusedNotice },
          tags: ['payments'],
          summary: 'A payment notice from a provider, signed over the raw body',
        },
      },
      async (request, reply) => {
        const { body } = request;
        const answer = await receiver.receive({
          provider: request.params.provider,
          rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          headers: request.headers,
          async countForged() {
            const { wait } = await forgeries(request).reserve(1);
            if (wait > 0) throw tooManyCalls(reply, wait);
          },
        });
        if (answer.taken && typeof answer.acknowledgement === 'string') {
          return reply.type('text/plain').serializer(String).send(answer.acknowledgement);
        }
        if (answer.taken && answer.acknowledgement) {
          return reply.type('application/json').serializer(JSON.stringify).send(answer.acknowledgement);
        }
        if (answer.taken) {
          return ok({ result: answer.duplicate ? ('duplicate' as const) : ('accepted' as const) });
        }
        reply.code(400);
        return { ...refused(request, badInput), data: { result: 'refused' as const, reason: answer.reason } };
      },
    );
  };

/** The sandbox's cashier: a payer's actions at a provider's page. */
export const sandboxPayRoutes =
  (deps: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const on = routesOf(app, 'payments');
    const { sandbox } = deps.payments;
    if (!sandbox) return;

    app.addHook('onListen', async () => {
      const address = app.server.address();
      if (address === null || typeof address === 'string') return;
      const everywhere = address.address === '0.0.0.0' || address.address === '::';
      const host = everywhere ? '127.0.0.1' : address.address;
      const shown = host.includes(':') ? `[${host}]` : host;
      await sandbox.announceApi(`http://${shown}:${address.port}`);
    });

    on(sandboxPay, async ({ body: { charge_id, outcome, notice } }) => {
      const transport = notice ?? { delay_ms: 0, copies: 1, lost: false };
      const pay = () => sandbox.pay({ charge_id, outcome, transport });
      const status = (await pay()) ?? ((await makeChargeAgain(deps, charge_id)) ? await pay() : undefined);
      return status ? { status } : { code: 'not_found' };
    });

    on(sandboxRenewals, async ({ body: { out_trade_no, outcome } }) => {
      const known = await sandbox.agreements.set(chargeIdOf(asOutTradeNo(out_trade_no), 1), outcome);
      return known ? { outcome } : { code: 'not_found' };
    });
  };
