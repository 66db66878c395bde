import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { openToGuests } from './access.ts';
import { refused } from './answer.ts';

/** Where Vite puts the web application. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const YEAR_SECONDS = 31_536_000;

/** The path as the router decodes it: `/%61pi` is `/api`. Empty if it does not decode. */
function decodedPath(url: string): string {
  try {
    return decodeURI(url.split('?', 1)[0] ?? '');
  } catch {
    return '';
  }
}

const asksForPage = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');

/** No page has this path, and no file. */
const NOWHERE = '/-';

/** A person's address that does not decode is that of a page which does not exist; programs get a refusal. */
export function pathForRouter(request: IncomingMessage): string {
  const { url = '/' } = request;
  const isWrong = url.includes('%') && decodedPath(url) === '' && !url.startsWith('/api/');
  return isWrong && asksForPage(request) ? NOWHERE : url;
}

/** CSP sources of the page's inline scripts (the theme, before first paint). */
export function inlineScriptHashes(folder: string): string[] {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Sources that our pages may load: our own, generated pictures, and styles of the component library. */
const contentPolicy = (scripts: readonly string[], store: readonly string[]) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", ...scripts],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...store],
  // A video is looked at before it is uploaded.
  mediaSrc: ["'self'", 'blob:', ...store],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", ...store],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
});

interface PageOptions {
  folder: string;
  production: boolean;
  /** Origin of the store from which browsers read uploaded files themselves. */
  store?: string | undefined;
}

/** The headers that helmet writes. They are the same on every answer, so it writes them once, on a separate answer. */
async function writtenByHelmet({ folder, production, store }: PageOptions): Promise<Record<string, string>> {
  const app = fastify();
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentPolicy(inlineScriptHashes(folder), store === undefined ? [] : [store]),
    },
    hsts: production,
    // Not `no-referrer`: with it browsers may send `Origin: null` to ourselves.
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  app.get('/', async (_, reply) => reply.raw.getHeaders());
  const answer = await app.inject('/');
  await app.close();
  return answer.json();
}

/** Headers of every answer that keep browsers from guessing types, framing pages and loading from elsewhere. */
export async function secureAnswers(app: FastifyInstance, options: PageOptions): Promise<void> {
  const headers = await writtenByHelmet(options);
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** A missing file is no page: pictures, scripts, and descriptions for programs (RFC 8615). */
const FILES = ['/files/', '/assets/', '/.well-known/'];

/** Pages that other sites and streaming programs show in a frame; they change nothing in a person's name. */
const EMBEDDED: ReadonlySet<string> = new Set(['/leaflet', '/overlay']);

function allowFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'));
  reply.header('cross-origin-resource-policy', 'cross-origin');
  reply.removeHeader('x-frame-options');
}

/**
 * Serves the built web application. Assets with a hash in their name are cached permanently; other paths of a browser
 * get the page, which has its own router. Unknown API paths get the envelope.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(async (files) => {
      openToGuests(files);
      await files.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        index: false,
        cacheControl: false,
        setHeaders(reply, path) {
          const hashed = path.includes('/assets/');
          reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        },
      });
      files.get('/', { schema: { hide: true } }, (_, reply) => reply.sendFile('index.html'));
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = decodedPath(request.url);
    const isFile = FILES.some((folder) => path.startsWith(folder));
    if (isFile || path === NOWHERE) reply.code(404);
    if (built && asksForPage(request) && !isFile && !path.startsWith('/api/')) {
      if (EMBEDDED.has(path)) allowFrames(reply);
      return reply.header('cache-control', 'no-cache').sendFile('index.html', folder);
    }
    return reply.send(refused(request, { code: 'not_found' }));
  });
}
