import { z } from 'zod';
import { getUnsubscribe, oneClickUnsubscribe, unsubscribe } from '#services/contract/messages/unsubscribe.ts';
import { UNSUBSCRIBE_PAGE } from '#services/modules/messages/mail-text.ts';
import { refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid, notFound } from '../http/refusals.ts';

/** Bytes of the form of a mail program. */
const FORM_LIMIT = 4_096;
/** The form, as text or in parts. */
const ONE_CLICK = /List-Unsubscribe(?:=|"\s+)One-Click/;

/** Turns mails off by the link in them, without a session. */
export const unsubscribeRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'messages');
  on(getUnsubscribe, async ({ query: { token } }) => (await deps.unsubscribe.state(token)) ?? notFound);
  on(unsubscribe, async ({ body: { token } }) => (await deps.unsubscribe.turnOff(token)) ?? notFound);
};

/** The same by mail programs. A person who opens the link comes to the page with a button. */
export const oneClickRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'messages');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  on(oneClickUnsubscribe, async ({ query: { token }, request, reply }) => {
    const { body } = request;
    if (typeof body !== 'string' || !ONE_CLICK.test(body))
      return reply.code(400).send(refused(request, invalid('List-Unsubscribe', { key: 'required' })));
    const state = await deps.unsubscribe.turnOff(token);
    return state ?? reply.code(404).send(refused(request, notFound));
  });
  app.get(
    oneClickUnsubscribe.path,
    {
      config: { access: 'guest' },
      schema: {
        description: 'Leads to the page with a button; changes nothing.',
        tags: ['messages'],
        querystring: z.object({ token: z.string().max(200).default('') }),
      },
    },
    async ({ query: { token } }, reply) =>
      reply.redirect(`${UNSUBSCRIBE_PAGE}?token=${encodeURIComponent(token)}`, 303),
  );
};
