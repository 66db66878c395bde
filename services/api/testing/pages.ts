import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import { compressAnswers } from '../http/pages/compress.ts';
import { pathForRouter, serveWebApp } from '../http/web-app.ts';
import { publicPages } from '../system/pages/public-pages.ts';
import type { TestApi } from './test-api.ts';

const INDEX = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta name="description" content="Fanwatt" />
    <title>Fanwatt</title>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

const ROUTES = `/ /explore /cartoon /music /feed /a/$slug /a/$slug/plan /a/$slug/thank /a/$slug/album /u/$userId
  /item/$planId /p/$postId /album/$albumId /album/$albumId/$postId`;

/** The pages of the application around an index.html without scripts; all other addresses are those of its API. */
export async function startPages({ app: api, deps: { config } }: TestApi): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-pages-'));
  await writeFile(join(folder, 'index.html'), INDEX);
  const pages = Object.fromEntries(ROUTES.split(/\s+/).map((route) => [route, { files: [], texts: [] }]));
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ pages, texts: {} }));
  const app = fastify({ rewriteUrl: pathForRouter });
  await app.register(cookie);
  app.decorateRequest('session', null);
  compressAnswers(app);
  for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap/:name', '/api/*'])
    app.get(path, async ({ url }, reply) => {
      const { statusCode, headers, body } = await api.inject(url);
      return reply.code(statusCode).type(String(headers['content-type'])).send(body);
    });
  await serveWebApp(app, folder, { publicUrl: config.publicUrl, publicPage: publicPages(api, config) });
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }));
  return app;
}
