import { describe, expect, test } from 'vitest';
import { tokenBody, tokenText } from '#services/contract/tickets/ticket-token.ts';
import { readScannedCode, readTypedCode } from './scanned-code.ts';

const body = tokenBody({
  ticket_id: '6b1f0c0a1b27000800000000000000aa',
  plan_id: '0192f0c0a1b27000800000000000000a',
  out_trade_no: '2176',
  begin_time: null,
  revision: 0,
});
const token = tokenText(body, new Uint8Array(64));
const link = (query: string) => `https://fans.example/order/inspect?${query}`;

describe('a scan', () => {
  test.each([
    [token, { kind: 'token', token }],
    [link(`out_trade_no=2176&id=6b1f&t=${token}`), { kind: 'token', token }],
    [link('t=altered'), { kind: 'token', token: 'altered' }],
    [link('out_trade_no=2176&id=6b1f'), { kind: 'number', out_trade_no: '2176', id: '6b1f' }],
    [link('out_trade_no=2176'), { kind: 'nothing' }],
    ['https://fans.example/item/1', { kind: 'nothing' }],
    ['6B1F-0C0A-1B27', { kind: 'nothing' }],
    ['WIFI:S:cafe;;', { kind: 'nothing' }],
    ['', { kind: 'nothing' }],
  ])('of %s', (text, scanned) => {
    expect(readScannedCode(text)).toEqual(scanned);
  });
});

describe('typed input', () => {
  test.each([
    ['6B1F-0C0A-1B27', { kind: 'code', code: '6b1f0c0a1b27' }],
    [' 6b1f oc0a ib27 ', { kind: 'code', code: '6b1f0c0a1b27' }],
    ['６Ｂ１Ｆ０Ｃ', { kind: 'code', code: '6b1f0c' }],
    ['6b1f', { kind: 'nothing', typed: true }],
    ['ticket', { kind: 'nothing', typed: true }],
    [` ${link(`t=${token}`)} `, { kind: 'token', token }],
  ])('%s', (text, scanned) => {
    expect(readTypedCode(text)).toEqual(scanned);
  });
});
