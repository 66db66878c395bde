import { ConfigError, type Environment } from './values.ts';

/** An object store that speaks S3. */
export interface S3Settings {
  /** With the scheme; the bucket follows in the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** All or none. The keys must not be shown. */
export function s3Settings(env: Environment): S3Settings | undefined {
  const missing = S3_NAMES.filter((name) => !env[name]);
  if (missing.length === S3_NAMES.length) return undefined;
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(', ')}: required with the other S3_ settings`);
  const { S3_ENDPOINT: endpoint = '', S3_BUCKET: bucket = '', S3_REGION: region } = env;
  if (!/^https?:\/\/[^/@]+\/?$/.test(endpoint) || !URL.canParse(endpoint)) {
    throw new ConfigError(`S3_ENDPOINT=${endpoint}: must look like https://s3.example.com`);
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigError(`S3_BUCKET=${bucket}: must be the name of a bucket`);
  }
  const { S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = env;
  return { endpoint, bucket, region: region || 'us-east-1', accessKey, secretKey };
}
