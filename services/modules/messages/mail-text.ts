import { oneClickUnsubscribe } from '#services/contract/messages/unsubscribe.ts';
import { type Message, type MessageLanguage, renderMessage } from './messages.ts';

const words = {
  'zh-CN': {
    greeting: '你好，',
    until: '有效期至 {time}（{zone}）。',
    footer: '此邮件由系统自动发送，请勿回复。',
    unsubscribe: '不想再收到这类邮件？退订：',
  },
  'en-US': {
    greeting: 'Hello,',
    until: 'Valid until {time} ({zone}).',
    footer: 'This message was sent automatically. Please do not reply.',
    unsubscribe: 'No more such emails? Unsubscribe:',
  },
} as const satisfies Record<MessageLanguage, object>;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '');

const TICKET_TEMPLATES: ReadonlySet<string> = new Set([
  'tickets_issued',
  'ticket_holder_changed',
  'event_moved',
]);

/** The pages with more about a message; none: the mail has no link. */
function pathsOf({ template, values }: Message): string[] {
  if (template === 'order_paid')
    return [`/order/receipt?out_trade_no=${encodeURIComponent(values.out_trade_no)}`];
  if (template === 'parcel_sent') return [`/dashboard/order/${encodeURIComponent(values.out_trade_no)}`];
  if (template === 'notice_digest') return ['/notice/comment', '/setting/notification'];
  return TICKET_TEMPLATES.has(template) ? ['/dashboard/ticket'] : [];
}

/** The page with a button, where the link in a mail leads. */
export const UNSUBSCRIBE_PAGE = '/unsubscribe';

interface Written {
  language: MessageLanguage;
  /** Milliseconds of validity of the message's content. */
  expires_at: number | undefined;
  time_zone: string;
  /** Of the installation, without a slash at the end. */
  publicUrl: string;
  /** Turns such mails off; undefined of a duty. */
  unsubscribeToken?: string | undefined;
}

interface MailText {
  subject: string;
  text: string;
  html: string;
  /** For the header `List-Unsubscribe`: mail programs send a form there (RFC 8058). */
  unsubscribeUrl?: string;
}

/** A message as mail, in plain text and simple HTML. */
export function mailText(
  message: Message,
  { language, expires_at, time_zone, publicUrl, unsubscribeToken }: Written,
): MailText {
  const { greeting, until, footer, unsubscribe } = words[language];
  const { subject, text } = renderMessage(message, language);
  const written = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  });
  const valid =
    expires_at === undefined
      ? []
      : [until.replace('{time}', written.format(expires_at)).replace('{zone}', time_zone)];
  const links = pathsOf(message).map((path) => publicUrl + path);
  const code = message.template === 'verify_code' ? message.values.code : '';
  const shown = code && `<p style="font-size:28px;letter-spacing:6px"><strong>${escaped(code)}</strong></p>`;
  const paragraphs = (lines: readonly string[]) =>
    lines.map((line) => `<p>${escaped(line).replaceAll('\n', '<br>')}</p>`).join('');
  const linked = links.map((link) => `<p><a href="${escaped(link)}">${escaped(link)}</a></p>`).join('');
  const query = unsubscribeToken === undefined ? '' : `?token=${encodeURIComponent(unsubscribeToken)}`;
  const page = query && publicUrl + UNSUBSCRIBE_PAGE + query;
  const leave = page && `<br>${escaped(unsubscribe)} <a href="${escaped(page)}">${escaped(page)}</a>`;
  return {
    ...(query && { unsubscribeUrl: publicUrl + oneClickUnsubscribe.path + query }),
    subject: `${subject} · Fanwatt`,
    text: `${[greeting, text, ...links, ...valid].join('\n\n')}\n\n-- \nFanwatt\n${footer}\n${page && `${unsubscribe} ${page}\n`}`,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
      `<body style="font-family:sans-serif;line-height:1.6">${paragraphs([greeting, text])}${shown}` +
      `${linked}${paragraphs(valid)}<p style="color:#666">Fanwatt<br>${escaped(footer)}${leave}</p></body></html>`,
  };
}
