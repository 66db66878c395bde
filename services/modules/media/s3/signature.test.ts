import { expect, test } from 'vitest';
import { signedUrl } from './signature.ts';

const settings = {
  endpoint: 'https://s3.amazonaws.com',
  bucket: 'examplebucket',
  region: 'us-east-1',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const AT = Date.UTC(2013, 4, 24);

/** The signatures of another program for the same requests (botocore 1.44). */
test('requests are signed as by other programs', () => {
  const signatureOf = (url: string) => new URL(url).searchParams.get('X-Amz-Signature');
  expect(signatureOf(signedUrl(settings, { method: 'GET', object: 'test.txt' }, 86_400, AT))).toBe(
    '733255ef022bec3f2a8701cd61d4b371f3f28c9f193a1f02279211d48d5193d7',
  );
  const put = { method: 'PUT', object: 'test.txt', headers: { 'content-length': '42' } } as const;
  expect(signatureOf(signedUrl(settings, put, 900, AT))).toBe(
    'b7c7d9fd4703508cd1f09ab28d64e12410b0a1a6746e6725a1672c31444679df',
  );
});
