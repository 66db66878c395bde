import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { pictures } from '../../testing/pictures.ts';
import { sent } from '../../testing/sent.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());
const finance = fixture(() => api.staff('finance'));

const head =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n';
const file = Buffer.concat([Buffer.from(head), pictures.png]);
const MALFORMED: readonly [string, string, Buffer][] = [
  ['no boundary', 'multipart/form-data', file],
  ['an empty boundary', 'multipart/form-data; boundary=', file],
  ['an empty boundary in quotes', 'multipart/form-data; boundary=""', file],
  ['a boundary of 300 characters', `multipart/form-data; boundary=${'b'.repeat(300)}`, file],
  ['another boundary', 'multipart/form-data; boundary=c', file],
  ['no body', 'multipart/form-data; boundary=b', Buffer.alloc(0)],
  ['a body cut in the file', 'multipart/form-data; boundary=b', file],
  ['a body cut in a header', 'multipart/form-data; boundary=b', Buffer.from(head.slice(0, 30))],
  ['a body cut in the boundary', 'multipart/form-data; boundary=b', Buffer.from('--')],
];

describe.each([
  '/api/upload/common-pic',
  '/api/upload/avatar',
  '/api/bang/upload-file',
  '/api/suiyinzi/upload',
  '/api/suiyinzi/ss/upload-ocr',
  '/api/suiyinzi/jn/upload',
  '/api/upload/audio',
  '/api/upload/video',
  '/api/order/batch-upload-express-no',
  '/api/finance/statements',
])('%s', (url) => {
  test.each(MALFORMED)('refuses a form with %s', async (_, type, payload) => {
    const { token } = url.startsWith('/api/finance') ? finance : creator;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    expect(await sent(api.app, { method: 'POST', url, headers, payload })).toMatchObject({
      status: 200,
      ec: 40000,
    });
  });
});
