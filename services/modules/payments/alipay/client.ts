import { z } from 'zod';
import { type Fen, fromWire } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { AlipaySettings } from '#services/runtime/settings/alipay.ts';
import { askProvider } from '../ask-provider.ts';
import { ProviderUnavailable } from '../provider.ts';
import { isSignedBy, signatureOf } from '../signing.ts';

const NAME = 'Alipay';
const BEIJING_MS = 8 * 3_600_000;

/** A time as Alipay writes it, in Beijing. */
export const beijingTime = (at: Millis): string =>
  new Date(at + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ');

export const atBeijingTime = (text: string): Millis => Date.parse(`${text.replace(' ', 'T')}+08:00`);

/** What is signed: all fields with a value in the order of their names. */
export const signedText = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '' && name !== 'sign')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

/** Yuan with two digits; undefined if it is no amount. */
export const fenOfYuan = (text: string): Fen | undefined =>
  fromWire(/^\d+$/.test(text) ? `${text}.00` : text);

/** Of payments from abroad; missing at home. `pay_currency` is the payer's, as of a wallet in Hong Kong. */
const CURRENCIES = ['trans_currency', 'settle_currency'] as const;
/** Whether a notice or an answer is about our currency: of the trade, and of what our account gets. */
export const isInCny = (fields: Readonly<Record<string, unknown>>): boolean =>
  CURRENCIES.every((name) => (fields[name] ?? 'CNY') === 'CNY');

const answered = z.looseObject({ code: z.string(), sub_code: z.string().optional() });

/** Alipay's answer to one method; `code` 10000 is a success. */
export type AlipayAnswer = z.output<typeof answered>;

export const textIn = (answer: AlipayAnswer, field: string): string => {
  const value = answer[field];
  return typeof value === 'string' ? value : '';
};

/** Method, its content, and where the payer and the notices go. */
interface AlipayCall {
  method: string;
  content: Readonly<Record<string, unknown>>;
  notify_url?: string;
  return_url?: string;
}

/** Signed requests to Alipay's gateway, and its signed answers. */
export function alipayClient(settings: AlipaySettings, clock: Clock) {
  const { appId, certificates, gateway, privateKey, publicKeys } = settings;
  const isGenuine = (text: string, signature: string): boolean =>
    publicKeys.some((key) => isSignedBy(text, signature, key));

  function fieldsOf({ method, content, ...addresses }: AlipayCall): Record<string, string> {
    const fields: Record<string, string> = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: beijingTime(clock.now()),
      version: '1.0',
      ...(certificates && { app_cert_sn: certificates.app, alipay_root_cert_sn: certificates.root }),
      ...addresses,
      biz_content: JSON.stringify(content),
    };
    return { ...fields, sign: signatureOf(signedText(fields), privateKey) };
  }

  /** The signature covers the bytes of the answer's part, not what they mean. */
  function partOf(text: string, method: string): AlipayAnswer {
    const name = `${method.replaceAll('.', '_')}_response`;
    const part = new RegExp(
      `"(${name}|error_response)"\\s*:\\s*(\\{.*\\})\\s*,\\s*"(?:sign|alipay_cert_sn)"`,
      's',
    );
    const [, , signed = ''] = part.exec(text) ?? [];
    const [, signature = ''] = /"sign"\s*:\s*"([^"]+)"[^{]*\}\s*$/.exec(text) ?? [];
    if (signed === '' || !isGenuine(signed, signature)) {
      throw new ProviderUnavailable(`${NAME}: the signature of an answer is wrong`);
    }
    const answer = answered.safeParse(JSON.parse(signed));
    if (!answer.success) throw new ProviderUnavailable(`${NAME}: an answer is malformed`);
    return answer.data;
  }

  return {
    isGenuine,
    /** Throws ProviderUnavailable when Alipay does not work, or not with our settings. */
    async ask(call: AlipayCall): Promise<AlipayAnswer> {
      const { status, text } = await askProvider(NAME, gateway, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
        body: new URLSearchParams(fieldsOf(call)).toString(),
      });
      if (status !== 200) throw new ProviderUnavailable(`${NAME}: HTTP ${status}`);
      const answer = partOf(text, call.method);
      const { code, sub_code = '' } = answer;
      // 40004 is a refusal of this request; all other errors say nothing about it.
      if (code === '10000' || code === '10003' || (code === '40004' && !sub_code.endsWith('SYSTEM_ERROR'))) {
        return answer;
      }
      throw new ProviderUnavailable(`${NAME}: ${code} ${sub_code}`.trim());
    },
    /** The address of a page, which the payer's browser asks for. */
    pageUrl: (call: AlipayCall): string => `${gateway}?${new URLSearchParams(fieldsOf(call))}`,
    refused: (answer: AlipayAnswer): ProviderUnavailable =>
      new ProviderUnavailable(`${NAME}: ${answer.code} ${answer.sub_code ?? ''}`.trim()),
  };
}

export type AlipayClient = ReturnType<typeof alipayClient>;
