import { type KeyObject, X509Certificate } from 'node:crypto';
import { keyFolder } from './key-files.ts';
import { ConfigError, choicesOf, type Environment, endpointUrl, requireAll } from './values.ts';

/** Ways to pay that WeChat Pay sells each by itself: codes to scan, pages of phones. */
const WECHAT_PRODUCTS = ['native', 'h5'] as const;
export type WechatProduct = (typeof WECHAT_PRODUCTS)[number];

/** A merchant at WeChat Pay, API version 3. Keys must not be shown. */
export interface WechatPaySettings {
  appId: string;
  merchantId: string;
  /** Decrypts the content of notices; 32 bytes. */
  apiKey: string;
  privateKey: KeyObject;
  /** Serial number of the merchant's certificate. */
  serial: string;
  /** What signs answers and notices, by its id: WeChat Pay's public key, or certificates of its platform. */
  publicKeys: ReadonlyMap<string, KeyObject>;
  products: readonly WechatProduct[];
  /** Without a slash at the end. */
  apiUrl: string;
}

const NAMES = ['WECHATPAY_APP_ID', 'WECHATPAY_MERCHANT_ID', 'WECHATPAY_API_KEY', 'WECHATPAY_KEYS'] as const;

/** All or none. Files in the folder: docs/operating.md, Payments. */
export function wechatPaySettings(env: Environment): WechatPaySettings | undefined {
  const values = requireAll(env, 'WECHATPAY_', NAMES);
  if (!values) return undefined;
  const [appId, merchantId, apiKey, path] = values;
  if (!/^wx\w{16}$/.test(appId)) throw new ConfigError('WECHATPAY_APP_ID: must look like wx…, 18 characters');
  if (!/^\d{8,10}$/.test(merchantId)) throw new ConfigError('WECHATPAY_MERCHANT_ID: must be 8 to 10 digits');
  if (Buffer.byteLength(apiKey) !== 32) throw new ConfigError('WECHATPAY_API_KEY: must be 32 characters');
  const folder = keyFolder('WECHATPAY_KEYS', path);
  const platform = folder.matching(/^wechatpay_.*\.pem$/).map((file) => {
    const { serialNumber, publicKey } = new X509Certificate(folder.textOf(file));
    return [serialNumber, publicKey] as const;
  });
  const { WECHATPAY_PUBLIC_KEY_ID: id = '' } = env;
  if (folder.has('pub_key.pem') && !/^PUB_KEY_ID_\w{1,60}$/.test(id)) {
    throw new ConfigError('WECHATPAY_PUBLIC_KEY_ID: must look like PUB_KEY_ID_…, as pub_key.pem needs it');
  }
  const publicKeys = new Map(platform);
  if (folder.has('pub_key.pem')) publicKeys.set(id, folder.publicKey('pub_key.pem'));
  if (publicKeys.size === 0) {
    throw new ConfigError('WECHATPAY_KEYS: pub_key.pem, or wechatpay_….pem of the platform, is missing');
  }
  return {
    appId,
    merchantId,
    apiKey,
    privateKey: folder.privateKey('apiclient_key.pem'),
    serial: new X509Certificate(folder.textOf('apiclient_cert.pem')).serialNumber,
    publicKeys,
    products: choicesOf(env, 'WECHATPAY_PRODUCTS', 'native', WECHAT_PRODUCTS),
    apiUrl: endpointUrl(env, 'WECHATPAY_API_URL', 'https://api.mch.weixin.qq.com'),
  };
}
