import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editNotifyConfig, getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { MAIL_SWITCHES, type MailSwitch } from '#services/contract/messages/notify-events.ts';
import { getUnsubscribe, oneClickUnsubscribe, unsubscribe } from '#services/contract/messages/unsubscribe.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => api.creator());

const FORM = 'application/x-www-form-urlencoded';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const tokenOf = ({ user_id }: TestUser, event: MailSwitch): string =>
  api.deps.unsubscribe.tokenOf(user_id, event);
/** As a mail program: without cookies, language and origin. */
const click = (token: string, payload = ONE_CLICK, type = FORM) =>
  api.app.inject({
    method: 'POST',
    url: `${oneClickUnsubscribe.path}?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': type },
    payload,
  });

async function mailOf(person: TestUser, event: MailSwitch) {
  const { digest, events } = await api.data(getNotifyConfig, {}, person);
  return event === 'digest' ? digest : events.find((one) => one.event === event);
}

test.each(MAIL_SWITCHES)('%s: a click turns the mails off, and nothing else', async (event) => {
  const person = await api.creator();
  await api.data(editNotifyConfig, { digest: 'daily' }, person);
  const before = await api.data(getNotifyConfig, {}, person);
  const token = tokenOf(person, event);
  expect(await api.data(getUnsubscribe, { token })).toEqual({ event, is_on: true });
  expect(await api.data(getNotifyConfig, {}, person)).toEqual(before);
  const answer = await click(token);
  expect([answer.statusCode, answer.json().data]).toEqual([200, { event, is_on: false }]);
  const after = await api.data(getNotifyConfig, {}, person);
  const off = before.events.map((one) => (one.event === event ? { ...one, mail: 'off' } : one));
  expect(after).toEqual({ ...before, events: off, ...(event === 'digest' && { digest: 'never' }) });
  // Mail programs and people repeat it.
  expect(await api.data(unsubscribe, { token })).toEqual({ event, is_on: false });
  expect(await api.data(getNotifyConfig, {}, person)).toEqual(after);
});

test('a form in parts is a click, too', async () => {
  const fan = await api.user();
  const body = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`;
  const answer = await click(tokenOf(fan, 'membership'), body, 'multipart/form-data; boundary=b');
  expect(answer.statusCode).toBe(200);
  expect(await mailOf(fan, 'membership')).toMatchObject({ mail: 'off', site: 'on' });
});

test('opening the link changes nothing, and leads to the page with a button', async () => {
  const fan = await api.user();
  const token = tokenOf(fan, 'membership');
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await api.app.inject({ method, url: `${oneClickUnsubscribe.path}?token=${token}` });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/unsubscribe?token=${token}`]);
  }
  expect(await mailOf(fan, 'membership')).toMatchObject({ mail: 'on' });
});

test.each(['', 'x=1', 'List-Unsubscribe=', 'x'.repeat(5_000)])(
  'without the form (%#) nothing changes',
  async (form) => {
    const fan = await api.user();
    expect((await click(tokenOf(fan, 'membership'), form)).statusCode).toBeGreaterThanOrEqual(400);
    expect(await mailOf(fan, 'membership')).toMatchObject({ mail: 'on' });
  },
);

test('tokens of another person, of another event, and invented ones are refused', async () => {
  const [fan, other] = [await api.user(), await api.user()];
  const token = tokenOf(fan, 'membership');
  const [, , proof = ''] = token.split('.');
  const bad = [
    `${other.user_id}.membership.${proof}`,
    `${fan.user_id}.digest.${proof}`,
    `${fan.user_id}.order.${proof}`,
    `${fan.user_id}.membership.${'A'.repeat(22)}`,
    `${fan.user_id}.membership.`,
    `${token}.`,
    token.slice(0, -1),
    'x',
    '../../x',
    "'; DROP TABLE accounts.users",
    'x'.repeat(200),
  ];
  for (const one of bad) {
    expect((await click(one)).statusCode).toBe(404);
    expect(await api.call(getUnsubscribe, { token: one })).toMatchObject({ ec: 40400 });
    expect(await api.call(unsubscribe, { token: one })).toMatchObject({ ec: 40400 });
  }
  for (const one of ['', 'x'.repeat(201)])
    expect(await api.send(unsubscribe, { token: one })).toMatchObject({ ec: 40000 });
  for (const person of [fan, other]) expect(await mailOf(person, 'membership')).toMatchObject({ mail: 'on' });
});

test('the session of another person does not matter', async () => {
  const fan = await api.user();
  await api.data(unsubscribe, { token: tokenOf(fan, 'membership') }, creator);
  expect(await mailOf(fan, 'membership')).toMatchObject({ mail: 'off' });
  expect(await mailOf(creator, 'membership')).toMatchObject({ mail: 'on' });
});
