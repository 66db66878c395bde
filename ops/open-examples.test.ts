import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { createOpenToken } from '#services/contract/open/developer.ts';
import { EXAMPLES, type ExampleLanguage } from '../web/src/creator/open/examples.ts';

const run = promisify(execFile);
const PROGRAMS: Readonly<Record<Exclude<ExampleLanguage, 'Go'>, [command: string, file: string]>> = {
  TypeScript: [process.execPath, 'example.mts'],
  Python: ['python3', 'example.py'],
  curl: ['bash', 'example.sh'],
};

const api = fixture(() => startTestApi({ projections: false }));
const folder = temporaryFolder();
let call: { origin: string; user_id: string; name: string; params: string };
let token: string;
beforeAll(async () => {
  const creator = await api.creator();
  ({ token } = (await api.call(createOpenToken, {}, creator)).data);
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  // Signs that a shell, a string or a form could change.
  const params = JSON.stringify({ page: 3, dummy: `a'b"c\\d 中文 $HOME %20+&` });
  call = { origin, user_id: creator.user_id, name: 'ping', params };
});
const languages = Object.entries(PROGRAMS);
const both = languages.flatMap((one) => [[...one, false] as const, [...one, true] as const]);
test.each(both)(
  'the example in %s makes its call (%s, with its token: %s)',
  async (language, program, filled) => {
    const [command, file] = program;
    const path = join(folder.path, file);
    await writeFile(path, EXAMPLES[language as ExampleLanguage]({ ...call, ...(filled && { token }) }));
    const { stdout } = await run(command, [path], {
      env: { ...process.env, FANWATT_TOKEN: filled ? '' : token },
      timeout: 60_000,
    });
    const { params } = call;
    const expected = { ec: 200, em: 'pong', data: { uid: call.user_id, page: 3, request: { params } } };
    expect(JSON.parse(stdout)).toMatchObject(expected);
  },
);

test('the example in Go signs the same text', () => {
  const text = EXAMPLES.Go(call);
  expect(text).toContain('token+"params"+params+"ts"+ts+"user_id"+userID');
  expect(text).toContain(`params := ${JSON.stringify(call.params)}`);
  expect(text).toContain(`http.PostForm("${call.origin}/api/open/ping"`);
});
