import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A parcel as the service has it. */
interface KnownParcel {
  state: string;
  /** Newest first. */
  data: readonly { time: string; context: string; statusCode?: string }[];
  /** Required for an answer, as of SF and ZTO. */
  phone?: string;
}

const ACCOUNT = { customer: 'C0FFEE', key: 'key-of-tests' };
const refused = (returnCode: string) => ({ result: false, returnCode, message: `<b>${returnCode}</b>` });

/**
 * Kuaidi100's query in memory, written from its document and independently of the client: it checks form, signature and
 * phone of each request. `answer` replaces its answers by bytes, HTTP status or silence.
 */
export async function startKuaidi100() {
  const parcels = new Map<string, KnownParcel>();
  const asked: Record<string, unknown>[] = [];
  let fixed: { status?: number; body: string } | 'silent' | undefined;

  function answerTo(fields: URLSearchParams): object {
    const param = fields.get('param') ?? '';
    const text = param + ACCOUNT.key + ACCOUNT.customer;
    const sign = createHash('md5').update(text).digest('hex').toUpperCase();
    if (fields.get('customer') !== ACCOUNT.customer || fields.get('sign') !== sign) return refused('503');
    const { com, num, phone } = JSON.parse(param) as { com?: string; num?: string; phone?: string };
    const parcel = parcels.get(`${com} ${num}`);
    if (parcel === undefined) return refused('500');
    if (parcel.phone !== phone) return refused('408');
    const { state, data } = parcel;
    return { message: 'ok', status: '200', condition: 'F00', ischeck: '0', com, nu: num, state, data };
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const fields = new URLSearchParams(body);
    asked.push({ ...JSON.parse(fields.get('param') ?? '{}'), body });
    if (fixed === 'silent') return;
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    response.statusCode = fixed?.status ?? 200;
    response.setHeader('content-type', 'application/json;charset=UTF-8');
    response.end(fixed?.body ?? JSON.stringify(isForm ? answerTo(fields) : refused('400')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server on TCP
  return {
    settings: { ...ACCOUNT, url: `http://127.0.0.1:${port}/poll/query.do`, perMinute: 1_000, perDay: 10_000 },
    parcels,
    /** The parameters of all requests, with the body. */
    asked,
    answer(instead?: typeof fixed): void {
      fixed = instead;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
