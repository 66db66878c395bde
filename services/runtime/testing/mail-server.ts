import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  from: string;
  /** Headers and body as they came. */
  raw: string;
}

/** The server's answer to a recipient. */
type Verdict = { status: number; text: string } | undefined;

const USER = 'shop';
const PASSWORD = 'mail password';

/**
 * A real SMTP server on this machine.
 * @param port of one that was closed, to come back at the same place; 0: a free one
 * @param tls its key and certificate for `localhost`: passwords are taken after STARTTLS only
 */
export async function startMailServer(port = 0, tls?: { key: string; cert: string }) {
  const received: ReceivedMail[] = [];
  let verdict: Verdict;
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    onAuth({ username, password }, _session, done) {
      const right = username === USER && password === PASSWORD;
      return right ? done(null, { user: USER }) : done(new Error('wrong password'));
    },
    onRcptTo({ address }, _session, done) {
      if (!verdict) return done();
      done(Object.assign(new Error(`<${address}> ${verdict.text}`), { responseCode: verdict.status }));
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          raw: Buffer.concat(pieces).toString('utf8'),
        });
        done();
      });
    },
  });
  // A client that leaves in the middle is no failure of a test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server does not listen');
  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@${tls ? 'localhost' : '127.0.0.1'}:${address.port}`,
    port: address.port,
    received,
    /** Recipients are answered so from now on; undefined: accepted. */
    answer(next: Verdict): void {
      verdict = next;
    },
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The decoded parts of a mail, as its reader sees them. */
export function partsOf(raw: string): { subject: string; text: string; html: string } {
  const [, subject = ''] = /^Subject: ((?:.|\r\n )*)\r\n/m.exec(raw) ?? [];
  const part = (type: string): string => {
    const start = new RegExp(`Content-Type: ${type}[^]*?\r\n\r\n`).exec(raw);
    if (!start) return '';
    const head = start[0];
    const body = raw.slice(start.index + head.length).split(/\r\n--(?! |=20)/, 1)[0] ?? '';
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
    if (!/quoted-printable/i.test(head)) return body;
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  };
  const words = subject.replace(/\r\n /g, ' ').replace(/\?= =\?/g, '?==?');
  const decoded = words.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString('utf8')
      : Buffer.from(
          text
            .replace(/_/g, ' ')
            .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        ).toString('utf8'),
  );
  return { subject: decoded, text: part('text/plain'), html: part('text/html') };
}
