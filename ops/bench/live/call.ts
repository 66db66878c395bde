import { Pool } from 'undici';

/** The part of the envelope that buyers look at. */
export interface CallResult {
  status: number;
  ec: number;
  data: { out_trade_no?: string; status?: number; pay?: { charge_id: string } };
}

/** Calls over keep-alive connections, one request at a time on each. */
export function callerTo(base: string, connections: number) {
  const pool = new Pool(base, { connections, pipelining: 1 });
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<CallResult> => {
    const { statusCode, body: answer } = await pool.request({ method, path, headers, body: body ?? null });
    // The envelope that every route answers with; healthz has none of its fields.
    const { ec = 0, data = {} } = (await answer.json()) as Partial<CallResult>;
    return { status: statusCode, ec, data };
  };
  return {
    get: (path: string, token?: string): Promise<CallResult> =>
      call('GET', path, token === undefined ? {} : { authorization: `Bearer ${token}` }),
    post: (path: string, body: object, token: string): Promise<CallResult> =>
      call(
        'POST',
        path,
        { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        JSON.stringify(body),
      ),
  };
}

export type Caller = ReturnType<typeof callerTo>;
