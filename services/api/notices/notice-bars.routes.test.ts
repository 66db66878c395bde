import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import {
  endNoticeBar,
  listAllNoticeBars,
  listNoticeBars,
  writeNoticeBar,
} from '#services/contract/notices/notice-bars.ts';
import { listStaffHistory } from '#services/contract/staff/admin.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
let admin: TestUser;
let fan: TestUser;
beforeAll(async () => {
  admin = await api.staff('admin');
  fan = await api.user();
});

const HOUR = 3_600;
const now = () => Math.floor(api.deps.clock.now() / 1000);
const bar = (more: object = {}) => ({
  text_zh: '今晚维护',
  text_en: 'Maintenance tonight',
  begin_time: now() - 1,
  end_time: now() + HOUR,
  reason: 'planned',
  ...more,
});
const shown = async (headers = {}) => (await api.data(listNoticeBars, {}, fan, headers)).list;
const keyNow = async () => (await api.data(getMyCheck, {}, fan)).notice_bar_key;

test('a notice is shown in the language of the reader, between its times, until it is ended', async () => {
  expect(await keyNow()).toBe('');
  const { bar_id } = await api.data(writeNoticeBar, bar({ path: '/about' }), admin);
  const key = await keyNow();
  expect(await shown()).toEqual([{ id: bar_id, key, text: '今晚维护', path: '/about' }]);
  expect(await shown({ 'locale-lang': 'en-US' })).toMatchObject([{ text: 'Maintenance tonight' }]);
  await api.data(writeNoticeBar, bar({ bar_id, text_zh: '今晚 3 点维护' }), admin);
  expect(await keyNow()).not.toBe(key);
  expect(await shown()).toMatchObject([{ id: bar_id, text: '今晚 3 点维护' }]);
  const later = await api.data(
    writeNoticeBar,
    bar({ begin_time: now() + HOUR, end_time: now() + 2 * HOUR }),
    admin,
  );
  expect(await shown()).toHaveLength(1);
  expect((await api.data(listAllNoticeBars, {}, admin)).list).toMatchObject([
    { bar_id: later.bar_id, state: 'waiting' },
    { bar_id, state: 'shown' },
  ]);
  await api.data(endNoticeBar, { bar_id, reason: 'over' }, admin);
  expect(await keyNow()).toBe('');
  await api.projected();
  expect((await api.data(listStaffHistory, {}, admin)).list).toMatchObject([
    { action: 'NoticeBarEnded', subject: bar_id, reason: 'over', by: { user_id: admin.user_id } },
    { action: 'NoticeBarWritten' },
    { action: 'NoticeBarWritten' },
    { action: 'NoticeBarWritten', reason: 'planned' },
  ]);
});

describe('refused', () => {
  test('are others than admins, and guests', async () => {
    for (const role of ['support', 'finance'] as const)
      expect((await api.send(writeNoticeBar, bar(), await api.staff(role))).ec).toBe(40300);
    expect((await api.send(writeNoticeBar, bar(), fan)).ec).toBe(40300);
    expect((await api.send(endNoticeBar, { bar_id: 'x', reason: 'x' }, fan)).ec).toBe(40300);
    expect((await api.call(listNoticeBars, {})).ec).toBe(40100);
  });

  test.each([
    { path: '//evil.example' },
    { path: 'https://evil.example' },
    { path: '/\\evil.example' },
    { path: 'javascript:alert(1)' },
    { text_en: '' },
    { text_zh: '字'.repeat(121) },
    { reason: '' },
    { end_time: 0 },
    { end_time: -1 },
    { bar_id: '../x' },
  ])('is %j', async (wrong) => {
    expect((await api.send(writeNoticeBar, bar(wrong), admin)).ec).toBe(40000);
  });
});
