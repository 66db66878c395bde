import { isIP } from 'node:net';
import { Parser } from 'htmlparser2';
import { Agent } from 'undici';
import type { PageText, ReadPage } from '#services/modules/content/page-cards.ts';
import { faultOfUrl, hostOf, isPublicAddress, lookupAllowed } from '#services/modules/open/public-address.ts';

/** For one page with its redirects. */
const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;
const MAX_REDIRECTS = 3;
/** Bytes of a page that are read: its head is in them. */
const MAX_BYTES = 262_144;
/** Pages that are read at once. Further ones are not read. */
const MAX_OPEN = 32;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;

interface ReaderOptions {
  /** For tests: which addresses are public, how names are resolved, and the time. */
  isAllowed?: (address: string) => boolean;
  resolve?: Parameters<typeof lookupAllowed>[1];
  timeoutMs?: number;
}

/** One line without controls. */
const lineOf = (text: string | undefined, most: number): string =>
  (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

function decoded(bytes: Buffer, type: string): string {
  const named = /charset=["']?([\w-]{1,40})/i;
  const label = named.exec(type)?.[1] ?? named.exec(bytes.toString('latin1', 0, 2_048))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** Title and description in the head of a page; those for cards before others. */
function textOfPage(html: string): PageText | null {
  const metas = new Map<string, string>();
  let title = '';
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, { property, name: called, content }) {
      inTitle = name === 'title' && title === '';
      const key = (property ?? called ?? '').toLowerCase();
      if (name === 'meta' && content !== undefined && !metas.has(key)) metas.set(key, content);
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag() {
      inTitle = false;
    },
  });
  parser.end(html);
  const card = {
    title: lineOf(metas.get('og:title') ?? metas.get('twitter:title') ?? title, MAX_TITLE),
    description: lineOf(metas.get('og:description') ?? metas.get('description'), MAX_DESCRIPTION),
  };
  return card.title === '' ? null : card;
}

/**
 * Reads the head of public pages for cards: http and https on usual ports, only addresses of the public internet, also
 * after redirects. Sends nothing that names a person. Bounds: time, bytes, redirects, pages at once.
 */
export function pageReader({
  isAllowed = isPublicAddress,
  resolve,
  timeoutMs = TIMEOUT_MS,
}: ReaderOptions = {}): { read: ReadPage; close(): Promise<void> } {
  const agent = new Agent({
    connections: 4,
    keepAliveTimeout: 1_000,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: lookupAllowed(isAllowed, resolve) },
  });
  let open = 0;

  /** The page, or the address that it names instead. */
  async function visit(target: URL, signal: AbortSignal): Promise<PageText | URL | null> {
    const { href, origin, pathname, search } = target;
    const host = hostOf(target);
    // The lookup allows names; an address in digits is connected to without one. Its port is checked as a program's is.
    if (isIP(host) !== 0 && !isAllowed(host)) return null;
    if (faultOfUrl(href.replace(/#.*$/s, ''), true) !== undefined) return null;
    const { statusCode, headers, body } = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      signal,
      headers: { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Fanwatt-Cards/1' },
    });
    // What is not read must not keep the connection.
    body.on('error', () => undefined);
    const { location, 'content-type': type = '', 'content-encoding': encoding } = headers;
    const isPage = statusCode === 200 && /^text\/html\b/i.test(String(type)) && encoding === undefined;
    if (!isPage) {
      body.destroy();
      const isMoved = statusCode >= 300 && statusCode < 400 && typeof location === 'string';
      return isMoved && URL.canParse(location, target) ? new URL(location, target) : null;
    }
    const parts: Buffer[] = [];
    let read = 0;
    for await (const part of body) {
      parts.push(part);
      read += part.length;
      // Leaving the loop closes the connection.
      if (read >= MAX_BYTES) break;
    }
    return textOfPage(decoded(Buffer.concat(parts).subarray(0, MAX_BYTES), String(type)));
  }

  async function follow(url: string): Promise<PageText | null> {
    const signal = AbortSignal.timeout(timeoutMs);
    let target = new URL(url);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const found = await visit(target, signal);
      if (!(found instanceof URL)) return found;
      target = found;
    }
    return null;
  }

  return {
    async read(url) {
      if (open >= MAX_OPEN || !URL.canParse(url)) return null;
      open += 1;
      try {
        return await follow(url);
      } catch {
        return null;
      } finally {
        open -= 1;
      }
    },
    close: () => agent.destroy(),
  };
}
