import { expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import { changeRight } from '#services/commerce/staff/change-right.ts';
import { changeRole } from '#services/commerce/staff/change-role.ts';
import { decideCertification } from '#services/commerce/staff/decide-certification.ts';
import { reviewBankCard } from '#services/commerce/withdrawals/review-bank-card.ts';
import { openShop } from '../testing/shop.ts';

const shop = fixture(openShop);

/** As when the process died between writing down and doing. */
async function written(command: Command<{ changed: boolean }>): Promise<void> {
  expect(await shop.api.deps.committer.submit(command)).toMatchObject({ result: { changed: true } });
}

async function waitingCard(user: UserId): Promise<string> {
  const { deps } = shop.api;
  const ref = await deps.vault.put(user, 'payee', '{}');
  await deps.pool.query(
    `INSERT INTO accounts.withdraw_methods (user_id, kind, vault_ref, status, updated_at)
     VALUES ($1, 'bank', $2, 2, 0)`,
    [user, ref],
  );
  return ref;
}

it('repairs missing updates', async () => {
  const { accounts, pool, bankReviews } = shop.api.deps;
  const [admin, mei] = [await shop.api.staff('admin'), await shop.api.creator()];
  const { user_id } = mei;
  const by = admin.user_id;
  const role = { role: 'finance' as const, granted: true, held: false, admins: [by] };
  await written(changeRole({ user_id, by, reason: 'r', ...role }));
  await accounts.certifications.submit(user_id, 'https://example.com/mei');
  const application_id = (await accounts.certifications.of(user_id))?.application_id ?? null;
  const application = { application_id, verdict: 'approve' as const, certified: false };
  await written(decideCertification({ user_id, by, reason: '', ...application }));
  await written(changeRight({ user_id, right: 'bundle', taken: true, by, reason: 'r', was_taken: false }));
  const review_id = await waitingCard(user_id);
  const card = { review_id, user_id, waits: true, decided_before: undefined };
  await written(reviewBankCard({ ...card, by, approved: false, reason: '照片不清晰' }));
  expect(await bankReviews.of(review_id)).toMatchObject({ waits: true });

  shop.processes();
  await expect.poll(() => accounts.staff.holds(user_id, 'finance')).toBe(true);
  await expect.poll(async () => (await accounts.profiles.byId(user_id))?.is_verified).toBe(1);
  await expect.poll(async () => (await accounts.rights.refresh(user_id)).rights.bundle).toBe(false);
  await expect.poll(async () => (await bankReviews.of(review_id))?.waits).toBe(false);
  const QUERY = 'SELECT template FROM runtime.outbox WHERE to_user = $1 ORDER BY template';
  await expect
    .poll(async () => (await pool.query(QUERY, [user_id])).rows.map(({ template }) => template))
    .toEqual(['bank_card_rejected', 'certification_approved', 'right_taken', 'staff_role_changed']);
  expect(shop.failures).toEqual([]);
});

it('brings nothing back that was changed since', async () => {
  const { accounts } = shop.api.deps;
  const [admin, li] = [await shop.api.staff('admin'), await shop.api.user()];
  const { user_id } = li;
  const change = {
    user_id,
    by: admin.user_id,
    role: 'support' as const,
    admins: [admin.user_id],
    reason: 'r',
  };
  await written(changeRole({ ...change, granted: true, held: false }));
  await written(changeRole({ ...change, granted: false, held: true }));
  await written(changeRole({ ...change, role: 'finance', granted: true, held: false }));
  await expect.poll(() => accounts.staff.holds(user_id, 'finance')).toBe(true);
  expect(await accounts.staff.holds(user_id, 'support')).toBe(false);
});
