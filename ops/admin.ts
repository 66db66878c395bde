import { openDatabase } from '#ops/postgres/open-database.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { accountName, blindIndexWith } from '#services/accounts/account-name.ts';
import { openMembers } from '#services/accounts/members.ts';
import { openPasswords } from '#services/accounts/passwords.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#services/accounts/roles.ts';
import { openStaff } from '#services/accounts/staff.ts';
import { openVault } from '#services/accounts/vault.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { openSecrets } from '#services/runtime/secrets.ts';

/** `npm run admin -- grant ACCOUNT ROLE | revoke ACCOUNT ROLE | list`, with the server running or not. */
const USAGE = `use: npm run admin -- grant ACCOUNT ROLE
     npm run admin -- revoke ACCOUNT ROLE
     npm run admin -- list
ACCOUNT is an e-mail address or a phone number; ROLE is one of ${staffRoles.join(', ')}`;

type Request = { action: 'list' } | { action: 'grant' | 'revoke'; account: string; role: StaffRole };

export function readRequest(words: readonly string[]): Request {
  const [action, account, role] = words;
  if (action === 'list' && words.length === 1) return { action };
  if ((action === 'grant' || action === 'revoke') && account && role && words.length === 3) {
    if (!isStaffRole(role)) throw new Problem(`${role}: no such role; there are ${staffRoles.join(', ')}`);
    return { action, account, role };
  }
  throw new Problem(USAGE);
}

/** Carries a request out. @returns the lines to print */
export async function administer(
  request: Request,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const config = readConfig(env);
  const database = await openDatabase(config, 'admin');
  const pool = createPool(database.url, { name: 'admin', max: 2 });
  try {
    await migrate(pool, allMigrations);
    const staff = openStaff(pool, systemClock);
    if (request.action === 'list') {
      const members = await staff.list();
      if (members.length === 0) return ['nobody has a staff role'];
      return members.map(({ user_id, name, roles }) => `${user_id}  ${roles.join(', ')}  ${name}`);
    }
    const account = accountName(request.account);
    if (!account) throw new Problem(`${request.account}: neither an e-mail address nor a phone number`);
    const secrets = openSecrets({ dataDir: config.dataDir, production: config.production, env });
    const members = openMembers({
      pool,
      clock: systemClock,
      vault: openVault(pool, secrets.secret('vault'), systemClock),
      passwords: openPasswords(pool, systemClock),
      index: blindIndexWith(secrets.secret('lookup')),
    });
    const user = await members.byAccount(account);
    if (user === undefined) throw new Problem(`${account.text}: nobody has registered with this account`);
    const { action, role } = request;
    if (action === 'grant') {
      return [
        (await staff.grant(user, role))
          ? `${account.text} is now ${role}`
          : `${account.text} was ${role} already`,
      ];
    }
    return [
      (await staff.revoke(user, role))
        ? `${account.text} is no longer ${role}`
        : `${account.text} was not ${role}`,
    ];
  } finally {
    await pool.end();
    await database.close();
  }
}

if (import.meta.main) {
  try {
    const lines = await administer(readRequest(process.argv.slice(2)), process.env);
    for (const line of lines) console.info(line);
  } catch (error) {
    console.error(error instanceof Problem ? error.message : lineOf(error));
    process.exitCode = 1;
  }
}
