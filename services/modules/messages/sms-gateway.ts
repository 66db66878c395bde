import type { SmsSettings } from '#services/runtime/settings/sms.ts';
import { MessageFailed } from './message-failed.ts';

/** A text message, as the placeholders of the body name its parts. */
interface Sms {
  /** As `+8613800000000`. */
  to: string;
  text: string;
  /** The verify code; empty in other messages. */
  code: string;
  template: string;
  language: string;
  /** The same for every try: the gateway recognises a repetition by it. */
  id: string;
}

const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read. */
const MAX_ANSWER = 16_384;
/** Refusals that another try can change; every other 4xx is final. */
const TEMPORARY = new Set([401, 402, 403, 404, 408, 425, 429]);

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** The body with the values, which can contain no syntax of it. */
function bodyOf(template: string, sms: Sms): { type: string; body: string } {
  const isJson = template.startsWith('{');
  const write = isJson ? inJson : encodeURIComponent;
  const values: Readonly<Record<string, string>> = { ...sms };
  return {
    type: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    body: template.replace(/\{(to|text|code|id|template|language)\}/g, (_, name: string) =>
      write(values[name] ?? ''),
    ),
  };
}

async function beginOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_ANSWER) break;
  }
  return Buffer.concat(parts).toString('utf8', 0, MAX_ANSWER);
}

/** `cause` is where node puts the error of a connection. */
function failureOf(error: unknown): MessageFailed {
  if (error instanceof MessageFailed) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return new MessageFailed('SMS_TIMEOUT', false);
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown =
    typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return new MessageFailed(typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : 'UNKNOWN', false);
}

/** Text messages by one HTTP request each. A repetition has the same `idempotency-key`. */
export function smsGateway(
  { url, authorization, body: template, success, countries }: SmsSettings,
  timeoutMs: number = TIMEOUT_MS,
) {
  return {
    reaches: (number: string): boolean => countries.some((code) => number.startsWith(code)),
    /** Resolves when the gateway has accepted it. Throws MessageFailed. */
    async send(sms: Sms): Promise<void> {
      const { type, body } = bodyOf(template, sms);
      try {
        const answer = await fetch(url, {
          method: 'POST',
          body,
          headers: {
            'content-type': type,
            'idempotency-key': sms.id,
            ...(authorization && { authorization }),
          },
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const { ok, status } = answer;
        const text = await beginOf(answer);
        if (!ok) {
          throw new MessageFailed(`SMS ${status}`, status >= 400 && status < 500 && !TEMPORARY.has(status));
        }
        if (!text.includes(success)) throw new MessageFailed('SMS_NOT_OK', false);
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

export type SmsGateway = ReturnType<typeof smsGateway>;
