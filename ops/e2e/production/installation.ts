import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { until } from '#ops/actors/until.ts';
import { freePort } from '#ops/postgres/server.ts';
import { type RunningServer, removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { partsOf, startMailServer } from '#services/runtime/testing/mail-server.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';
import { startSmsServer } from '#services/runtime/testing/sms-server.ts';
import { makeAlipayKeys } from './alipay-keys.ts';
import { startCaddy } from './caddy.ts';
import { openStripeBooks } from './stripe-books.ts';

const run = promisify(execFile);
const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const WEBHOOK_SECRET = 'whsec_production';
const DIGITS = /(?<!\d)\d{6}(?!\d)/;

/** The operator's file of settings, with other values; it has no other names than those. */
async function settingsFor(values: Record<string, string>): Promise<Record<string, string>> {
  const written = parseEnv(await readFile(pathOf('production/settings.env'), 'utf8'));
  const names = new Set(Object.keys(written));
  const other = Object.keys(values).filter((name) => !names.has(name));
  if (other.length > 0) throw new Error(`settings.env does not have ${other.join()}`);
  return { ...written, ...values } as Record<string, string>; // parseEnv gives strings only
}

const commandOf = (env: NodeJS.ProcessEnv) => async (program: string, words: readonly string[]) =>
  (await run(process.execPath, [pathOf(program), ...words], { env: { ...programEnvironment, ...env } }))
    .stdout;

/**
 * A production start on one machine, as docs/operating.md says: Caddy with TLS, mail with STARTTLS, text messages,
 * Stripe and Alipay. What others run is on this machine, too.
 */
export async function openInstallation() {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.reverse()) await one();
  };
  try {
    return { ...(await openAll(closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param closing gets what ends each part */
async function openAll(closing: (() => Promise<unknown>)[]) {
  const closed = <T extends { close(): Promise<unknown> }>(one: T): T => {
    closing.push(() => one.close());
    return one;
  };
  const folder = await temporaryFolder('fanwatt-production-');
  closing.push(() => removeFolder(folder));
  const port = await freePort();
  const caddy = closed(await startCaddy(folder, port));
  const tls = {
    key: await readFile(caddy.files.key, 'utf8'),
    cert: await readFile(caddy.files.cert, 'utf8'),
  };
  const mail = closed(await startMailServer(0, tls));
  const sms = closed(await startSmsServer());
  const stripe = closed(await openStripeBooks(WEBHOOK_SECRET));
  const { own, app } = await makeAlipayKeys(join(folder, 'alipay'));
  const alipay = closed(await alipayStandIn(own, app));
  const settings = await settingsFor({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backup'),
    PUBLIC_URL: caddy.base,
    SMTP_URL: mail.url,
    SMS_URL: sms.url,
    STRIPE_SECRET_KEY: 'sk_live_production',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ALIPAY_APP_ID: alipay.settings.appId,
    ALIPAY_SELLER_ID: alipay.settings.sellerId,
    ALIPAY_KEYS: join(folder, 'alipay'),
  });
  const keys = parseEnv(await commandOf({})('keys.ts', ['new']));
  const env: NodeJS.ProcessEnv = {
    ...settings,
    ...keys,
    // Stand-ins, and the authority of the mail server's certificate.
    STRIPE_API_URL: stripe.url,
    ALIPAY_GATEWAY: alipay.settings.gateway,
    NODE_EXTRA_CA_CERTS: caddy.files.root,
  };
  let server: RunningServer | undefined;
  const stop = async (): Promise<void> => {
    server?.supervisor.kill('SIGTERM');
    await server?.ended;
    server = undefined;
  };
  closing.push(stop);

  const readCodes = new Map<string, number>();
  /** The code of the next message to somebody that has one. */
  async function nextCode(to: string, texts: () => string[]): Promise<string> {
    const codes = (): string[] => texts().flatMap((text) => DIGITS.exec(text)?.[0] ?? []);
    const known = readCodes.get(to) ?? 0;
    await until(`a code for ${to} arrives`, async () => codes().length > known);
    readCodes.set(to, known + 1);
    return codes()[known] ?? '';
  }

  return {
    caddy,
    mail,
    sms,
    stripe,
    alipay,
    /** Starts the server, so much later. @returns what it has printed */
    async start(later_ms = 0): Promise<() => string> {
      const ahead = {
        LATER_MS: String(later_ms),
        NODE_OPTIONS: `${programEnvironment.NODE_OPTIONS ?? ''} --import ${pathOf('e2e/production/later.mjs')}`,
      };
      server = await startServer({ ...env, ...(later_ms > 0 && ahead) });
      await server.untilPrinted('Fanwatt is ready');
      await server.untilPrinted('Ctrl-C stops it');
      return server.said;
    },
    stop,
    /** A command of the operator. @returns what it prints */
    command: commandOf(env),
    mailedCode: (to: string): Promise<string> =>
      nextCode(to, () =>
        mail.received.filter((one) => one.to.includes(to)).map(({ raw }) => partsOf(raw).text),
      ),
    textedCode: (to: string): Promise<string> =>
      nextCode(to, () => sms.received.filter(({ body }) => body.includes(to)).map(({ body }) => body)),
  };
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;
