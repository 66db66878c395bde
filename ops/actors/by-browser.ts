import type { APIRequestContext } from 'playwright-core';
import type { Actor } from './client.ts';

/** Calls with the cookies of a browser. @param base address of the server, which is their origin */
export const byBrowser = (base: string, request: APIRequestContext): Actor => ({
  async send({ method, url, body, headers }) {
    const answer = await request.fetch(url, {
      method,
      ...(body && { data: body }),
      headers: { ...(method === 'POST' && { origin: base }), ...headers },
    });
    return { status: answer.status(), ...(await answer.json()) };
  },
});
