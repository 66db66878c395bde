import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { InputMessage } from './field-messages.ts';
import { InvalidInput } from './input.ts';

/** Bytes of a JSON body. */
export const BODY_LIMIT = 1_048_576;
/** Brackets within brackets; the deepest body of ours has four. */
const MAX_DEPTH = 32;
/** Values of a JSON body, where the call names no other number: hundreds of thousands would take half a second. */
export const MAX_VALUES = 10_000;

const refusedBody = (message: InputMessage): InvalidInput => new InvalidInput([{ field: '', message }]);
const malformed = (): InvalidInput => refusedBody({ key: 'malformed' });

/** Why a text is not parsed: too deep, or more values than that. Counted without parsing. */
export function complexityOf(text: string, mostValues: number): 'deep' | 'many' | undefined {
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
      if (depth > MAX_DEPTH) return 'deep';
    } else if (code === 93 || code === 125) depth -= 1;
    if (values > mostValues) return 'many';
  }
  return undefined;
}

/** JSON only, in valid UTF-8, neither too deep nor of too many values; an empty body counts as an empty object. */
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
      const { most_values = MAX_VALUES } = request.routeOptions.config;
      const complexity = complexityOf(text, most_values);
      if (complexity === 'deep') return done(malformed(), undefined);
      if (complexity === 'many')
        return done(refusedBody({ key: 'too_many', max: String(most_values) }), undefined);
      return parse(request, text, done);
    },
  );
}
