import { Readable } from 'node:stream';
import { putPart } from '#services/contract/media/media.ts';
import { MESSAGE_PICTURE_BYTES, PART_BYTES } from '#services/modules/media/uploads/limits.ts';
import type { SentPart } from '#services/modules/media/uploads/uploads.ts';
import { type Area, routesOf } from '../http/area.ts';
import { drainBody } from '../http/drain-body.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';

const TYPE = 'application/octet-stream';

/** The bytes of uploads, streamed to the store. */
export const uploadPartRoutes: Area =
  ({ media: { uploads } }) =>
  async (app) => {
    const on = routesOf(app, 'media');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_, payload, done) => done(null, payload));

    on(
      putPart,
      async ({ caller, params: { file_id }, query: { part }, headers, request }) => {
        // The client reads the answer only after it has sent everything.
        async function refuse(refusal: ApiRefusal): Promise<ApiRefusal> {
          await drainBody(request.raw);
          return refusal;
        }
        if (headers['content-type'] !== TYPE) {
          return refuse(invalid('content-type', { key: 'not_one_of', choices: TYPE }));
        }
        const length = headers['content-length'];
        const bytes = length === undefined ? undefined : Number(length);
        const sent: SentPart = { file_id, part, bytes, token: headers['x-upload-token'] ?? '' };
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        const refusal = await uploads.put(caller.user_id, sent, body);
        return refusal === null ? { part, bytes: bytes ?? 0 } : refuse(refusal);
      },
      { bodyLimit: Math.max(PART_BYTES, MESSAGE_PICTURE_BYTES) },
    );
  };
