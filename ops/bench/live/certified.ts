import { CERTIFICATION_STATUS } from '#events/status.ts';
import { type Actor, overHttp } from '#ops/actors/client.ts';
import { becomeCreator } from '#ops/actors/people.ts';
import { withSessions } from '#ops/actors/sessions.ts';
import { systemClock } from '#services/runtime/clock.ts';
import type { LiveServer } from './server.ts';

/** A creator of the server who can publish. */
export const certifiedCreator = (
  server: LiveServer,
  url_slug: string,
): Promise<{ creator: Actor; user_id: string }> =>
  withSessions(server, systemClock, async ({ accounts, people, tokens }) => {
    const [user_id] = await people([url_slug]);
    if (user_id === undefined) throw new Error('there is no creator');
    const [token = ''] = await tokens([user_id]);
    const creator = overHttp(server.base, { token });
    await becomeCreator(creator, { name: 'Creator', url_slug });
    await accounts.certifications.decide(user_id, CERTIFICATION_STATUS.approved);
    return { creator, user_id };
  });
