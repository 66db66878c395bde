import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { openAnswers, openFailure } from './answers.ts';

/** The fields of each call, in the body (JSON or a form) or in the query; the body has priority. */
const signedCall = z.object({
  user_id: z.string().optional().describe('The creator; this, ts and sign are missing with an access token'),
  params: z.string().describe('A text that holds a JSON object'),
  ts: z.number().optional().describe('Unix seconds, at most 3600 s from now'),
  sign: z
    .string()
    .optional()
    .describe('md5(token + "params" + params + "ts" + ts + "user_id" + user_id), lower-case hex'),
});

const openCall = <Name extends keyof typeof openAnswers>(name: Name, summary: string) =>
  endpoint('POST', `/api/open/${name}`, {
    access: 'guest',
    body: signedCall,
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    answer: openAnswers[name],
    refusal: openFailure,
    summary,
    description: 'HTTP 200 for every answer. Errors: 400001 to 400005, 40300, 40400, 40902, 42900.',
  });

/** The OpenAPI document for creators' programs. */
export const OPEN_DOCUMENT = '/api/open/openapi.json';

export const openEndpoints = {
  ping: openCall('ping', 'Checks token, time and signature'),
  'query-order': openCall('query-order', 'Paid orders: page, per_page, out_trade_no, after'),
  'query-sponsor': openCall('query-sponsor', 'Sponsors: page, per_page, user_id'),
  'query-plan': openCall('query-plan', 'One plan with its replies: plan_id'),
  'query-plans': openCall('query-plans', 'All own plans: page, per_page'),
  'query-posts': openCall('query-posts', 'Published posts without their texts: page, per_page'),
  'query-random-reply': openCall('query-random-reply', 'Lines that orders received: out_trade_no'),
  'update-plan-reply': openCall('update-plan-reply', 'Changes replies: plan_id or sku_id'),
  'send-msg': openCall('send-msg', 'Sends a message: recipient, content'),
};
