import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { alipaySettings } from './alipay.ts';
import { wechatPaySettings } from './wechat-pay.ts';

const folders: string[] = [];
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanwatt-keys-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const bare = (text: string): string => text.replace(/-----[^-]+-----|\n/g, '');

/** Made with openssl: `/C=CN/O=Ant Test/OU=CA/CN=Ant Test CA`, serial 0x20260001. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICVDCCAb2gAwIBAgIEICYAATANBgkqhkiG9w0BAQsFADBDMQswCQYDVQQGEwJD
TjERMA8GA1UECgwIQW50IFRlc3QxCzAJBgNVBAsMAkNBMRQwEgYDVQQDDAtBbnQg
VGVzdCBDQTAgFw0yNjExMzAwNzE3MzZaGA8yMTI2MTEwNjA3MTczNlowQzELMAkG
A1UEBhMCQ04xETAPBgNVBAoMCEFudCBUZXN0MQswCQYDVQQLDAJDQTEUMBIGA1UE
AwwLQW50IFRlc3QgQ0EwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAM0ApM9y
qQnKz1JPUb16ytUqwLDZgwwaG1QxXbJrWWDJNSUSaO5KPUp28SqylBI0MwnI7FVu
aqZ0te9NUSTGI2sXZcTadf1sg2h5Wda+1z6vB/al62v+UkCz4uI9d+TnKsKVqRIQ
NSSqI2nMm4EnTnG8Brbm30Bb5cJCJ1vT3WvNAgMBAAGjUzBRMB0GA1UdDgQWBBTn
drZkEjVv5EqjNVUXyWMkbY0MUDAfBgNVHSMEGDAWgBTndrZkEjVv5EqjNVUXyWMk
bY0MUDAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4GBAEv/xptbVosD
DePGeB0Es3cdfanyGyKefPy+AiIKHjC/gGv04armn3QphSm6q4tkwXwH7ybpYZie
i+TIdI7+PuZRR3HmMMTMVcIGU5G/kr+cOlhT39dmbGZX+lEN7q8wyocZbFxKGiiB
e0skRYPnBLbbUWDuqtJpI/pLA/Zjw7BZ
-----END CERTIFICATE-----`;
/** MD5 of `CN=Ant Test CA,OU=CA,O=Ant Test,C=CN539361281`. */
const SERIAL = '50a4ea59f863953d9016e0b41e281100';

const ALIPAY = { ALIPAY_APP_ID: '2021000000000001', ALIPAY_SELLER_ID: '2088000000000001' };

test('Alipay: keys as PEM, and in the base64 of its tool', () => {
  for (const [own, theirs] of [
    [pem, publicPem],
    [bare(pem), bare(publicPem)],
    [bare(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()), bare(publicPem)],
  ] as const) {
    const folder = folderWith({ 'app-private-key.pem': own, 'alipayPublicKey_RSA2.txt': theirs });
    const settings = alipaySettings({ ...ALIPAY, ALIPAY_KEYS: folder });
    expect(settings).toMatchObject({ certificates: undefined, products: ['page', 'wap'] });
    expect(settings?.publicKeys.map((key) => key.equals(publicKey))).toEqual([true]);
    expect(settings?.privateKey.equals(privateKey)).toBe(true);
  }
  expect(alipaySettings({})).toBeUndefined();
});

test('Alipay: certificates, whose numbers every request names', () => {
  const files = {
    'app-private-key.pem': pem,
    'appCertPublicKey_2021000000000001.crt': CERTIFICATE,
    'alipayCertPublicKey_RSA2.crt': CERTIFICATE,
    'alipayRootCert.crt': `${CERTIFICATE}\n${CERTIFICATE}\n`,
  };
  const settings = alipaySettings({ ...ALIPAY, ALIPAY_KEYS: folderWith(files), ALIPAY_PRODUCTS: 'qr, page' });
  expect(settings?.certificates).toEqual({ app: SERIAL, root: `${SERIAL}_${SERIAL}` });
  expect(settings?.products).toEqual(['page', 'qr']);
});

const WECHAT = {
  WECHATPAY_APP_ID: 'wx0000000000000001',
  WECHATPAY_MERCHANT_ID: '1900000001',
  WECHATPAY_API_KEY: '0123456789abcdef0123456789abcdef',
};
const MERCHANT = { 'apiclient_key.pem': pem, 'apiclient_cert.pem': CERTIFICATE };

test('WeChat Pay: its public key by its id, and certificates of the platform by their numbers', () => {
  const folder = folderWith({ ...MERCHANT, 'pub_key.pem': publicPem, 'wechatpay_1.pem': CERTIFICATE });
  const settings = wechatPaySettings({
    ...WECHAT,
    WECHATPAY_KEYS: folder,
    WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  });
  expect([...(settings?.publicKeys.keys() ?? [])]).toEqual(['20260001', 'PUB_KEY_ID_1']);
  expect(settings).toMatchObject({ serial: '20260001', products: ['native'] });
  expect(wechatPaySettings({})).toBeUndefined();
});

describe('one line names what is wrong, and no key', () => {
  it.each([
    [{ ALIPAY_APP_ID: '1' }, {}, 'ALIPAY_SELLER_ID, ALIPAY_KEYS: required'],
    [{ ...ALIPAY, ALIPAY_KEYS: '/none' }, undefined, 'ALIPAY_KEYS: the folder cannot be read'],
    [ALIPAY, {}, 'alipayPublicKey_RSA2.txt is missing'],
    [ALIPAY, { 'alipayPublicKey_RSA2.txt': 'no key' }, 'app-private-key.pem cannot be read'],
    [ALIPAY, { 'alipayPublicKey_RSA2.txt': 'no key', 'app-private-key.pem': pem }, 'RSA2.txt cannot be read'],
    [ALIPAY, { 'alipayPublicKey.pem': publicPem, 'alipayRootCert.crt': CERTIFICATE }, 'belong together'],
    [{ ...ALIPAY, ALIPAY_SELLER_ID: '2188' }, {}, 'ALIPAY_SELLER_ID: must look like 2088'],
  ])('Alipay %#', (env, files, line) => {
    const folder = files && { ALIPAY_KEYS: folderWith(files) };
    const keyless = Object.keys(env).length === 1 ? {} : folder;
    expect(() => alipaySettings({ ...keyless, ...env })).toThrow(line);
  });

  it.each([
    [{ WECHATPAY_API_KEY: 'short' }, { ...MERCHANT }, 'WECHATPAY_API_KEY: must be 32'],
    [{}, { ...MERCHANT, 'pub_key.pem': publicPem }, 'WECHATPAY_PUBLIC_KEY_ID: must look like'],
    [{}, MERCHANT, 'is missing'],
    [{ WECHATPAY_PRODUCTS: 'native,mini' }, { ...MERCHANT, 'wechatpay_1.pem': CERTIFICATE }, 'PRODUCTS=mini'],
    [
      { WECHATPAY_API_URL: 'http://a.example' },
      { ...MERCHANT, 'wechatpay_1.pem': CERTIFICATE },
      'must be https',
    ],
  ])('WeChat Pay %#', (env, files, line) => {
    expect(() => wechatPaySettings({ ...WECHAT, WECHATPAY_KEYS: folderWith(files), ...env })).toThrow(line);
  });
});
