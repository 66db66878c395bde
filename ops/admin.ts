import { DAY_MS } from '#events/time.ts';
import {
  type Change,
  change,
  grantable,
  isGrantable,
  listStaff,
  listWaiting,
  removeFactor,
} from '#ops/admin-change.ts';
import { closedInFile, eraseAgain, saveClosed } from '#ops/backup/closed-accounts.ts';
import { Problem } from '#ops/problem.ts';
import { runProgram, withDatabase } from '#ops/program.ts';
import { openMembers } from '#services/modules/accounts/members.ts';
import { openPasswords } from '#services/modules/accounts/passwords.ts';
import { payRights } from '#services/modules/accounts/rights/pay-options.ts';
import { rightNames, specialRights } from '#services/modules/accounts/rights.ts';
import { staffRoles } from '#services/modules/accounts/roles.ts';
import { openVault } from '#services/modules/accounts/vault.ts';
import { accountName, blindIndexWith, keyedHash } from '#services/modules/messages/account-name.ts';
import { channelsOf, openOutbox } from '#services/modules/messages/outbox.ts';
import { openWebhookStores } from '#services/modules/open/open-webhooks.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { derivedRing } from '#services/runtime/seal.ts';

/** `npm run admin -- grant ACCOUNT ROLE | revoke ACCOUNT ROLE | list | waiting`, with the server running or not. */
const USAGE = `use: npm run admin -- grant ACCOUNT ROLE [REASON]
     npm run admin -- revoke ACCOUNT ROLE [REASON]
     npm run admin -- hold ACCOUNT [REASON]
     npm run admin -- remove-factor ACCOUNT REASON
     npm run admin -- list
     npm run admin -- waiting
     npm run admin -- webhook-key [now]
     npm run admin -- closed FILE
     npm run admin -- erase-closed FILE
ACCOUNT is an email address or a phone number.
ROLE is a staff role: ${staffRoles.join(', ')};
  or verified, which certifies a creator (revoke rejects or revokes, hold puts on hold);
  or a right that every creator has until it is revoked: ${rightNames.join(', ')};
  or a special list, as larger uploads in MB of audio and GB of video: ${specialRights.join(', ')};
  or a way of payment that every account has until it is revoked: ${payRights.join(', ')}.
Every change is recorded with its reason permanently: do not include numbers of people or cards.
remove-factor ends the second factor of a person who has lost it, and all sessions: check who asks.
list shows staff roles, waiting shows open applications for certification.
webhook-key makes a key that signs webhooks from tomorrow on, or from now on.
closed adds the closed accounts to the list FILE; erase-closed erases those of the list again, after a restoration.`;

type Request =
  | { action: 'remove-factor'; account: string; reason: string }
  | { action: 'list' }
  | { action: 'waiting' }
  | { action: 'closed'; file: string }
  | { action: 'erase-closed'; file: string }
  | { action: 'webhook-key'; now: boolean }
  | Change;

export function readRequest(words: readonly string[]): Request {
  const [action, account, what, ...rest] = words;
  const reason = rest.join(' ').trim();
  if ((action === 'list' || action === 'waiting') && words.length === 1) return { action };
  if ((action === 'closed' || action === 'erase-closed') && account && words.length === 2)
    return { action, file: account };
  if (action === 'webhook-key' && (words.length === 1 || (account === 'now' && words.length === 2))) {
    return { action, now: account === 'now' };
  }
  if (action === 'hold' && account && what !== 'verified') {
    const why = [what, ...rest].join(' ').trim();
    return { action, account, what: 'verified', ...(why !== '' && { reason: why }) };
  }
  if (action === 'remove-factor' && account && what) {
    return { action, account, reason: [what, ...rest].join(' ').trim() };
  }
  if ((action === 'grant' || action === 'revoke') && account && what) {
    if (!isGrantable(what)) {
      throw new Problem(`${what}: unknown role; use one of ${grantable.join(', ')}`);
    }
    return { action, account, what, ...(reason !== '' && { reason }) };
  }
  throw new Problem(USAGE);
}

/** Carries a request out. @returns the lines to print */
export async function administer(
  request: Request,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  return withDatabase(env, 'admin', { max: 2 }, async ({ config, secrets, pool }) => {
    if (request.action === 'list') return await listStaff(pool);
    const vault = openVault(pool, secrets.ring('vault'), systemClock);
    if (request.action === 'waiting') return await listWaiting(pool, vault);
    if (request.action === 'webhook-key') {
      const { keys } = openWebhookStores(pool, secrets.ring('vault'), systemClock);
      const { key_id, signs_from } = await keys.rotate(systemClock.now() + (request.now ? 0 : DAY_MS));
      return [`key ${key_id} signs webhooks from ${new Date(signs_from).toISOString()} on`];
    }
    if (request.action === 'closed')
      return [`closed accounts added to the list: ${await saveClosed(pool, request.file)}`];
    if (request.action === 'erase-closed') {
      const erased = await eraseAgain(pool, vault, await closedInFile(request.file));
      return [`accounts that were closed later, and are erased again: ${erased}`];
    }
    const account = accountName(request.account);
    if (!account) throw new Problem(`${request.account}: not an email address or phone number`);
    const index = blindIndexWith(secrets.ring('lookup'));
    const members = openMembers({
      pool,
      clock: systemClock,
      vault,
      passwords: openPasswords(pool, systemClock),
      index,
      ids: keyedHash((await keptKeys(pool, secrets)).ids),
    });
    const user = await members.byAccount(account);
    if (user === undefined) throw new Problem(`${account.text}: no user has this account`);
    const line =
      request.action === 'remove-factor'
        ? await removeFactor(
            config,
            {
              pool,
              vault,
              outbox: openOutbox(
                pool,
                derivedRing(secrets.ring('vault'), 'outbox'),
                index,
                systemClock,
                channelsOf(config),
              ),
            },
            user,
            request.reason,
          )
        : await change(config, pool, vault, user, request);
    return [`${account.text} ${line}`];
  });
}

if (import.meta.main) {
  await runProgram(USAGE, async () => {
    const lines = await administer(readRequest(process.argv.slice(2)), process.env);
    for (const line of lines) console.info(line);
  });
}
