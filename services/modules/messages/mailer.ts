import type { MailSettings } from '#services/runtime/settings/mail.ts';
import { MessageFailed } from './message-failed.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** The same for every try: receivers recognise a repetition by it. */
  key: string;
  /** Where mail programs turn such mails off; undefined of a duty. */
  unsubscribeUrl?: string;
}

/** One click needs TLS (RFC 8058). */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> => ({
  ...(url !== undefined && { 'List-Unsubscribe': `<${url}>` }),
  ...(url?.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** Refusals of a recipient or of a message, in nodemailer's words; any other failure is the server's or the network's. */
const OF_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(error: unknown): MessageFailed {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const [code, status] = [read('code'), read('responseCode')];
  if (typeof status === 'number' && status > 0) {
    return new MessageFailed(`SMTP ${status}`, status >= 500 && OF_MESSAGE.has(String(code)));
  }
  return new MessageFailed(typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : 'UNKNOWN', false);
}

const domainOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';

/** Mail by SMTP. Every step has a time limit; TLS is used when the server offers it, always with smtps://. */
export async function smtpMailer({ url, from }: MailSettings) {
  // Loaded only by servers that send mail: it needs 5 MB.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Resolves when the server has accepted it. Throws MessageFailed. */
    async send({ key, language, unsubscribeUrl, ...mail }: Mail): Promise<void> {
      try {
        await transport.sendMail({
          ...mail,
          from,
          messageId: `<${key}@${domainOf(from)}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': language,
            ...unsubscribeHeaders(unsubscribeUrl),
          },
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: (): void => transport.close(),
  };
}

export type Mailer = Awaited<ReturnType<typeof smtpMailer>>;
