import { createHash, createHmac } from 'node:crypto';
import type { S3Settings } from '#services/runtime/settings/s3.ts';

/** A request of the S3 protocol, before it is signed. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Its name; letters, digits, `.`, `-` and `_`. */
  object: string;
  query?: Readonly<Record<string, string>>;
  /** Part of the signature, besides the host: the request is refused with other ones. Names in lower case. */
  headers?: Readonly<Record<string, string>>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As RFC 3986, which the protocol asks for. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The address of a request, signed in its query (AWS Signature Version 4). Every client that has it can send this request, and no
 * other, for so many seconds from `at` (Unix milliseconds).
 */
export function signedUrl(
  { endpoint, bucket, region, accessKey, secretKey }: S3Settings,
  { method, object, query = {}, headers = {} }: S3Request,
  seconds: number,
  at: number,
): string {
  const url = new URL(endpoint);
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed = Object.entries({ ...headers, host: url.host }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const path = `${url.pathname.replace(/\/$/, '')}/${bucket}/${object}`;
  const values = Object.entries({
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKey}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names,
  }).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const search = values.sort().join('&');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = [method, path, search, lines, names, 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = ['aws4_request', 's3', region, day].reduceRight<Buffer | string>(hmac, `AWS4${secretKey}`);
  const signature = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', time, scope, digest].join('\n'))
    .digest('hex');
  return `${url.origin}${path}?${search}&X-Amz-Signature=${signature}`;
}
