import { ConfigError, type Environment, readAll } from './values.ts';

export interface MailSettings {
  /** smtp:// or smtps:// with user and password. */
  url: string;
  /** `Fanwatt <no-reply@example.com>` or just the address. */
  from: string;
}

const FROM = /^[^\s@<>"]+@[^\s@<>"]+$|^[^<>\r\n]*<[^\s@<>"]+@[^\s@<>"]+>$/;

/** The password must not be shown, so neither is the value. */
function mailServer({ SMTP_URL: url = '' }: Environment): string {
  if (url === '') throw new ConfigError('SMTP_URL: required with MAIL_FROM');
  if (/^smtps?:\/\/[^/]/.test(url) && URL.canParse(url)) return url;
  throw new ConfigError('SMTP_URL: must look like smtp://user:password@host:587');
}

function mailSender({ MAIL_FROM: from = '' }: Environment): string {
  if (FROM.test(from)) return from;
  throw new ConfigError('MAIL_FROM: must be an address, as Fanwatt <no-reply@example.com>');
}

/** Undefined without a mail server. Throws a ConfigError. */
export function mailSettings(env: Environment): MailSettings | undefined {
  if (!env.SMTP_URL && !env.MAIL_FROM) return undefined;
  return readAll<MailSettings>({ url: () => mailServer(env), from: () => mailSender(env) });
}

/** Of the server; other programs send no messages. Throws a ConfigError. */
export function requireMail(env: Environment): void {
  if (env.NODE_ENV === 'production' && !env.SMTP_URL && !env.MAIL_FROM) {
    throw new ConfigError(
      'SMTP_URL: required with NODE_ENV=production; without it registration is not possible',
    );
  }
}
