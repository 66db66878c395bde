import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { envelope } from '../http/contract/fields.ts';
import { pictures } from '../testing/pictures.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi } from '../testing/test-api.ts';
import { uploadAvatar, uploaded } from './contract/accounts.ts';

const api = fixture(() => startTestApi({ projections: false }));
const fan = fixture(() => api.user());

const BOUNDARY = 'boundary';
function upload(bytes: Buffer, field = 'file', name = 'p.png', url = '/api/upload/common-pic') {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return sent(api.app, {
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${fan.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'locale-lang': 'en-US',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
}

test.each(['/api/upload/common-pic', '/api/upload/avatar'])(
  '%s takes a picture and serves it',
  async (url) => {
    const answer = await upload(pictures.png, 'file', '../../etc/passwd', url);
    const { data } = envelope(uploaded).parse(answer);
    expect(data).toMatchObject({
      width: 3,
      height: 2,
      url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\.png$/),
    });
    const served = await api.app.inject({ method: 'GET', url: data.url });
    expect(served.rawPayload.equals(pictures.png)).toBe(true);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
    expect(served.headers['content-security-policy']).toContain('sandbox');
    expect(served.headers['cache-control']).toContain('immutable');
  },
);

test('a file that is not a picture is refused by field', async () => {
  expect(await upload(Buffer.from('<script>alert(1)</script>'.repeat(4)))).toMatchObject({
    ec: 40000,
    em: 'Please choose an image (PNG, JPEG, GIF or WebP)',
    data: { errors: [{ field: 'file' }] },
  });
});

test('more than 10 MB is 413 and names the limit', async () => {
  const big = Buffer.concat([pictures.png, Buffer.alloc(10 * 1_048_576)]);
  expect(await upload(big)).toMatchObject({ status: 413, ec: 40000, em: 'max file size: 10 MB' });
});

test('another field, or no form at all, is refused', async () => {
  expect(await upload(pictures.png, 'picture')).toMatchObject({
    ec: 40000,
    data: { errors: [{ field: 'file' }] },
  });
  expect((await api.call(uploadAvatar, {}, fan)).ec).toBe(40000);
});

test('files outside the folder are not served', async () => {
  for (const url of ['/files/../keys/vault', '/files/%2e%2e/keys/vault', '/files/..%2fkeys%2fvault']) {
    const response = await api.app.inject({ method: 'GET', url });
    expect(response.body).toContain('404');
  }
});
