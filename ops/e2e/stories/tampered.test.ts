import { expect, test } from 'vitest';
import { signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

/** Seals come within a minute; then a separate process verifies the log. */
const LATER = { timeout: 150_000 };
/** An event of the demo's first days, long sealed. */
const OLD = 1_234;

/** The stored text of the event, and the same with its last digit changed: one byte. */
async function oneByteOf(position: number): Promise<{ written: string; changed: string }> {
  const { rows } = await stage
    .database()
    .query<{ text: string }>('SELECT data::text AS text FROM log.events WHERE position = $1', [position]);
  const written = rows[0]?.text ?? '';
  const at = written.search(/\d\D*$/);
  const digit = written[at] === '7' ? '8' : '7';
  return { written, changed: `${written.slice(0, at)}${digit}${written.slice(at + 1)}` };
}

const write = (position: number, text: string): Promise<unknown> =>
  stage.database().query('UPDATE log.events SET data = $2::json WHERE position = $1', [position, text]);

test('of one byte changed in the database, verifying names the position on the screen', async () => {
  const desk = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = desk;
  await signInAs(desk, 'finance');
  await expect
    .poll(async () => {
      const sealed = 'SELECT 1 FROM audit.seals WHERE last_position >= $1';
      return (await stage.database().query(sealed, [OLD])).rowCount;
    }, LATER)
    .toBeGreaterThan(0);

  await goTo(page, '/finance/audit');
  const button = (name: string) => page.getByRole('button', { name });
  await button(t('audit:verify.start')).click();
  await page.getByText(t('audit:verify.intact'), { exact: true }).waitFor(LATER);

  const { written, changed } = await oneByteOf(OLD);
  expect([changed.length, changed === written]).toEqual([written.length, false]);
  await write(OLD, changed);
  await button(t('audit:verify.again')).click();
  const alert = page.getByRole('alert').filter({ hasText: t('audit:fault.event_differs') });
  await alert.waitFor(LATER);
  await alert.getByText(t('audit:verify.differs', { position: '1,234', seal: '1' })).waitFor();
  await seen(desk, 'audit-tampered');
  await alert.getByRole('link', { name: t('audit:verify.look', { position: '1,234' }) }).click();
  await page.getByText(t('proof:result.broken'), { exact: true }).waitFor();
  await seen(desk, 'audit-tampered-proof');

  // Restored, it is intact again: the result is about the stored bytes.
  await write(OLD, written);
  await button(t('audit:verify.again')).click();
  await page.getByText(t('audit:verify.intact'), { exact: true }).waitFor(LATER);
  await page.getByText(t('proof:result.proven'), { exact: true }).waitFor();
});
