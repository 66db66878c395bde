import { type Message, type MessageLanguage, renderMessage } from './messages.ts';

const words = {
  'zh-CN': {
    greeting: '你好，',
    until: '有效期至 {time}（{zone}）。',
    footer: '此邮件由系统自动发送，请勿回复。',
  },
  'en-US': {
    greeting: 'Hello,',
    until: 'Valid until {time} ({zone}).',
    footer: 'This message was sent automatically. Please do not reply.',
  },
} as const satisfies Record<MessageLanguage, object>;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '');

interface Written {
  language: MessageLanguage;
  /** Milliseconds of validity of the message's content. */
  expires_at: number | undefined;
  time_zone: string;
}

/** A message as mail, in plain text and simple HTML. */
export function mailText(
  message: Message,
  { language, expires_at, time_zone }: Written,
): { subject: string; text: string; html: string } {
  const { greeting, until, footer } = words[language];
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
  const code = message.template === 'verify_code' ? message.values.code : '';
  const shown = code && `<p style="font-size:28px;letter-spacing:6px"><strong>${escaped(code)}</strong></p>`;
  const paragraphs = (lines: readonly string[]) =>
    lines.map((line) => `<p>${escaped(line).replaceAll('\n', '<br>')}</p>`).join('');
  return {
    subject: `${subject} · Fanwatt`,
    text: `${[greeting, text, ...valid].join('\n\n')}\n\n-- \nFanwatt\n${footer}\n`,
    html:
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
      `<body style="font-family:sans-serif;line-height:1.6">${paragraphs([greeting, text])}${shown}` +
      `${paragraphs(valid)}<p style="color:#666">Fanwatt<br>${escaped(footer)}</p></body></html>`,
  };
}
