import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Problem } from '#ops/problem.ts';

/** The system user that PostgreSQL runs as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const OWN_USER = 'fanwatt';
/** In order of preference: PostgreSQL's own, ours from an earlier start, and one that owns nothing. */
const KNOWN_USERS = ['postgres', OWN_USER, 'nobody'];

/** @param passwd text of /etc/passwd */
export function accountIn(passwd: string): Account | undefined {
  const accounts = passwd.split('\n').flatMap((line): Account[] => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  for (const wanted of KNOWN_USERS) {
    const found = accounts.find((account) => account.name === wanted);
    if (found) return found;
  }
  return undefined;
}

function readAccount(): Account | undefined {
  try {
    return accountIn(readFileSync('/etc/passwd', 'utf8'));
  } catch {
    return undefined;
  }
}

function createUser(): void {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--no-create-home', '--shell', '/bin/false', OWN_USER]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', OWN_USER]],
  ];
  for (const [program, args] of ways) {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
      return;
    } catch {
      // The next program may exist; if none does, the caller reports it.
    }
  }
}

/** The user for PostgreSQL, which refuses to run as root; undefined: the present user, who is not root. */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = readAccount();
  if (found) return found;
  createUser();
  const created = readAccount();
  if (created) return created;
  throw new Problem(
    'PostgreSQL does not run as root and there is no other user: create one called "postgres", or set DATABASE_URL',
  );
}
