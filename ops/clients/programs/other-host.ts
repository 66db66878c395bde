/**
 * Loaded before a client whose address is written into it: what it sends to that address goes to `ORIGIN` instead. For
 * `fetch`, and for programs that use `node:https`.
 */
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';

const ORIGIN = new URL(process.env.ORIGIN ?? '');
const WRITTEN_IN = /^https:\/\/afdian\.(com|net)(?=\/)/;

const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  typeof input === 'string' || input instanceof URL
    ? plainFetch(String(input).replace(WRITTEN_IN, ORIGIN.origin), init)
    : plainFetch(new Request(input.url.replace(WRITTEN_IN, ORIGIN.origin), input), init);

const toOrigin = {
  protocol: ORIGIN.protocol,
  host: ORIGIN.host,
  hostname: ORIGIN.hostname,
  port: ORIGIN.port,
};
Object.assign(https, {
  request: (options: RequestOptions, answer?: (message: http.IncomingMessage) => void) =>
    http.request({ ...options, ...toOrigin }, answer),
});
