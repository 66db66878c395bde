import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { openToGuests } from './access.ts';
import { refused } from './answer.ts';
import type { Language } from './language.ts';
import { type KnownPage, pageFinder } from './pages/known-pages.ts';
import { browserLanguage, type WrittenPage, writePage } from './pages/page-html.ts';
import { SESSION_COOKIE } from './session/session-cookie.ts';

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

/** Robots and command lines take everything, or do not say what they take, which means the same (RFC 9110, 12.5.1). */
export const asksForPage = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && /text\/html|^\*\/\*/.test(headers.accept || '*/*');

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

/** Who opens a page, and which. */
export interface Opened {
  /** The address that the calls of the page count for. */
  ip: string;
  page: KnownPage;
  /** What follows the path in the address. */
  search: URLSearchParams;
  language: Language;
  /** Only a guest's page has answers. */
  isGuest: boolean;
}

interface Shown extends Pick<WrittenPage, 'answers' | 'words'> {
  gone: boolean;
  /** The part of `search` that makes it another page; empty without one. */
  search: string;
}

/** What a page shows to everybody. */
export type PublicPage = (opened: Opened) => Promise<Shown>;

interface WebAppOptions {
  /** Of the addresses in pages. */
  publicUrl: string;
  publicPage?: PublicPage;
}

/** The answers in a page are those for a guest: the page of a person calls for its own. */
const isGuest = ({ headers }: FastifyRequest): boolean => !headers.cookie?.includes(`${SESSION_COOKIE}=`);

/** Writes the page of a path: HTTP 404 where there is none, and where it shows something that does not exist. */
function pageWriter(folder: string, { publicUrl, publicPage }: WebAppOptions) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const find = pageFinder(folder);
  return async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const language = browserLanguage(request);
    const known = path === NOWHERE ? undefined : find(path);
    const search = new URL(request.url, publicUrl).searchParams;
    const visit = { ip: request.ip, search, language, isGuest: isGuest(request) };
    const shown = known && (await publicPage?.({ ...visit, page: known }));
    if (known === undefined || shown?.gone) reply.code(404);
    if (EMBEDDED.has(path)) allowFrames(reply);
    const text = writePage(template, {
      language,
      address: new URL(known ? `${publicUrl}${path}${shown?.search ?? ''}` : publicUrl).href,
      words: shown?.gone ? undefined : shown?.words,
      files: known?.files(language) ?? [],
      answers: visit.isGuest && shown ? shown.answers : {},
    });
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(text);
  };
}

/**
 * Serves the built web application. Assets with a hash in their name are cached permanently; other paths of a browser
 * get the page, which has its own router. Unknown API paths get the envelope.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  options: WebAppOptions,
): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  const writeFor = built ? pageWriter(folder, options) : undefined;
  if (writeFor) {
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
      files.get('/', { schema: { hide: true } }, (request, reply) => writeFor(request, reply, '/'));
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = decodedPath(request.url);
    const isFile = FILES.some((folder) => path.startsWith(folder));
    const isCall = path.startsWith('/api/');
    if (writeFor && asksForPage(request) && !isFile && !isCall) return writeFor(request, reply, path);
    // The status of a refused call is its own matter.
    if (!isCall) reply.code(404);
    return reply.send(refused(request, { code: 'not_found' }));
  });
}
