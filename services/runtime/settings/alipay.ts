import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { keyFolder } from './key-files.ts';
import { ConfigError, choice, choicesOf, type Environment, endpointUrl, requireAll } from './values.ts';

/** Ways to pay that Alipay sells each by itself: websites, phones' websites, codes to scan. */
const ALIPAY_PRODUCTS = ['page', 'wap', 'qr'] as const;
export type AlipayProduct = (typeof ALIPAY_PRODUCTS)[number];

/** An app at Alipay's open platform. Keys must not be shown. */
export interface AlipaySettings {
  appId: string;
  /** The account that collects (`2088…`). */
  sellerId: string;
  privateKey: KeyObject;
  /** Alipay's keys: one of them signs answers and notices. */
  publicKeys: readonly KeyObject[];
  /** Serial numbers of certificates, which transfers require; undefined with plain keys. */
  certificates: { app: string; root: string } | undefined;
  products: readonly AlipayProduct[];
  /** It also pays creators. */
  payouts: boolean;
  /** Without a query. */
  gateway: string;
}

const NAMES = ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_KEYS'] as const;
const GATEWAY = 'https://openapi.alipay.com/gateway.do';

/** Alipay's number of a certificate: MD5 over its issuer, the last part first, and its serial number in decimal. */
function serialOf({ issuer, serialNumber }: X509Certificate): string {
  const parts = issuer.split('\n').toReversed().join(',');
  return createHash('md5')
    .update(`${parts}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Of the roots only those with RSA count: others sign with Chinese algorithms. */
function rootSerial(text: string): string {
  const certificates = (text.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one));
  return certificates
    .filter(({ publicKey }) => publicKey.asymmetricKeyType === 'rsa')
    .map(serialOf)
    .join('_');
}

/** All or none. Files in the folder: docs/operating.md, Payments. */
export function alipaySettings(env: Environment): AlipaySettings | undefined {
  const values = requireAll(env, 'ALIPAY_', NAMES);
  if (!values) return undefined;
  const [appId, sellerId, path] = values;
  if (!/^\d{16}$/.test(appId)) throw new ConfigError('ALIPAY_APP_ID: must be 16 digits');
  if (!/^2088\d{12}$/.test(sellerId))
    throw new ConfigError('ALIPAY_SELLER_ID: must look like 2088…, 16 digits');
  const folder = keyFolder('ALIPAY_KEYS', path);
  const own = folder.matching(/^alipay(CertPublicKey|PublicKey).*\.(crt|pem|txt)$/);
  if (own.length === 0) {
    throw new ConfigError('ALIPAY_KEYS: alipayCertPublicKey_RSA2.crt or alipayPublicKey_RSA2.txt is missing');
  }
  const [appCertificate] = folder.matching(/^appCertPublicKey.*\.crt$/);
  if ((appCertificate === undefined) !== !folder.has('alipayRootCert.crt')) {
    throw new ConfigError('ALIPAY_KEYS: appCertPublicKey….crt and alipayRootCert.crt belong together');
  }
  const payouts = choice(env, 'ALIPAY_PAYOUTS', 'off', ['on', 'off']) === 'on';
  if (payouts && appCertificate === undefined) {
    throw new ConfigError('ALIPAY_PAYOUTS=on: Alipay transfers only with certificates in ALIPAY_KEYS');
  }
  return {
    appId,
    sellerId,
    privateKey: folder.privateKey('app-private-key.pem'),
    publicKeys: own.map(folder.publicKey),
    certificates:
      appCertificate === undefined
        ? undefined
        : {
            app: serialOf(new X509Certificate(folder.textOf(appCertificate))),
            root: rootSerial(folder.textOf('alipayRootCert.crt')),
          },
    products: choicesOf(env, 'ALIPAY_PRODUCTS', 'page,wap', ALIPAY_PRODUCTS),
    payouts,
    gateway: endpointUrl(env, 'ALIPAY_GATEWAY', GATEWAY),
  };
}
