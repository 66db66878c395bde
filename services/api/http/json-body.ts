import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { InvalidInput } from './input.ts';

/** Bytes of a JSON body. */
export const BODY_LIMIT = 1_048_576;
/** Brackets within brackets; the deepest body of ours has four. */
const DEEPEST = 32;

const malformed = (): InvalidInput => new InvalidInput([{ field: '', message: { key: 'malformed' } }]);

/** Too deep, or more values than that. Counted without parsing: such input is not parsed. */
export function isTooComplex(text: string, mostValues = Number.POSITIVE_INFINITY): boolean {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 44) values += 1;
    else if (code === 91 || code === 123) {
      depth += 1;
      values += 1;
      if (depth > DEEPEST) return true;
    } else if (code === 93 || code === 125) depth -= 1;
    if (values > mostValues) return true;
  }
  return false;
}

/** JSON only, in valid UTF-8 and not too deep; an empty body counts as an empty object. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      if (bytes.length === 0) return done(null, {});
      if (!isUtf8(bytes)) return done(malformed(), undefined);
      const text = bytes.toString('utf8');
      if (isTooComplex(text)) return done(malformed(), undefined);
      return parse(request, text, done);
    },
  );
}
