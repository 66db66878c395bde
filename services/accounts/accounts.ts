import type { Pool } from 'pg';
import { type Channels, type Outbox, openOutbox } from '#services/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Listener } from '#services/runtime/listener.ts';
import { derivedKey } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { blindIndexWith } from './account-name.ts';
import { type Attempts, openAttempts } from './attempts.ts';
import { type Contacts, openContacts } from './contacts.ts';
import { type Addresses, openAddresses } from './delivery/addresses.ts';
import { type OwnAddresses, ownAddresses } from './delivery/own-addresses.ts';
import { type Directory, openDirectory } from './directory.ts';
import { type Overlays, openOverlays } from './goals/overlays.ts';
import { type Members, openMembers } from './members.ts';
import { type OauthApps, oauthApps } from './open/apps.ts';
import { type OpenCalls, openCalls } from './open/calls.ts';
import { type OauthGrants, oauthGrants } from './open/grants.ts';
import { openWebhookStores, type WebhookStores } from './open/open-webhooks.ts';
import { type OpenTokens, openTokens } from './open/tokens.ts';
import { openPassport, type Passport } from './passport.ts';
import { openPasswords } from './passwords.ts';
import { openPictures, type Pictures } from './pictures.ts';
import { openProfiles, type Profiles } from './profiles.ts';
import { openSessions, type Sessions } from './sessions.ts';
import { openShowcase, type Showcase } from './showcase.ts';
import { type Certifications, openCertifications } from './staff/certifications.ts';
import { openRights, type Rights } from './staff/rights.ts';
import { openStaff, type Staff } from './staff/staff.ts';
import { openTeam, type Team } from './team.ts';
import { type Identities, openIdentities } from './tickets/identities.ts';
import { openVault, type Vault } from './vault.ts';
import { openVerifyCodes } from './verify-codes.ts';
import { type BankCodes, openBankCodes } from './withdrawals/bank-codes.ts';
import { type BankReviews, openBankReviews } from './withdrawals/bank-reviews.ts';
import { type IdentityDocuments, openIdentityDocuments } from './withdrawals/identity-documents.ts';
import { openWithdrawMethods, type WithdrawMethods } from './withdrawals/withdraw-methods.ts';

/** Everything about people: sign-in, profiles and roles. */
export interface Accounts {
  passport: Passport;
  sessions: Sessions;
  members: Members;
  contacts: Contacts;
  profiles: Profiles;
  showcase: Showcase;
  staff: Staff;
  attempts: Attempts;
  certifications: Certifications;
  /** Certifications, and the rights of creators. */
  rights: Rights;
  team: Team;
  pictures: Pictures;
  openTokens: OpenTokens;
  openCalls: OpenCalls;
  oauthApps: OauthApps;
  oauthGrants: OauthGrants;
  webhooks: WebhookStores;
  /** A person's own e-mail address and phone number, empty where there is none. */
  addressesOf: OwnAddresses;
}

/** The parts of accounts that others use on their own as well. */
export interface AccountServices {
  accounts: Accounts;
  /** Names and pictures of users, in bulk. */
  directory: Directory;
  /** Personal data, encrypted under a key per person. */
  vault: Vault;
  /** Messages that would leave the machine. */
  outbox: Outbox;
  /** Where people have things sent. */
  addresses: Addresses;
  /** Saved holders of tickets. */
  identities: Identities;
  /** Where creators' money is paid out to. */
  withdrawMethods: WithdrawMethods;
  /** Codes that prove a bank card's phone. */
  bankCodes: BankCodes;
  /** Finance's review of bank cards. */
  bankReviews: BankReviews;
  /** Pictures of identity cards, for those reviews. */
  identityDocuments: IdentityDocuments;
  /** Pages for streaming programs. */
  overlays: Overlays;
}

export interface AccountsOptions {
  pool: Pool;
  clock: Clock;
  listener: Listener;
  secrets: Secrets;
  /** How messages are delivered; default: the sandbox's outbox. */
  channels?: Channels;
}

export async function openAccounts(options: AccountsOptions): Promise<AccountServices> {
  const { pool, clock, listener, secrets, channels } = options;
  const master = secrets.secret('vault');
  const index = blindIndexWith(secrets.secret('lookup'));
  const vault = openVault(pool, master, clock);
  const outbox = openOutbox(pool, derivedKey(master, 'outbox'), index, clock, channels);
  const sessions = await openSessions(pool, listener, clock);
  const passwords = openPasswords(pool, clock);
  const members = openMembers({ pool, clock, vault, passwords, index });
  const attempts = openAttempts(pool, clock);
  const codes = openVerifyCodes(pool, clock, attempts);
  const parts = { pool, clock, index, members, passwords, sessions, codes, attempts, outbox };
  return {
    vault,
    outbox,
    addresses: openAddresses(pool, vault, clock),
    withdrawMethods: openWithdrawMethods(pool, vault, clock),
    bankCodes: openBankCodes({ codes, index, outbox }),
    bankReviews: openBankReviews({ pool, vault, clock, outbox }),
    identityDocuments: openIdentityDocuments(pool, vault, clock),
    overlays: openOverlays(pool, derivedKey(secrets.secret('lookup'), 'overlay'), listener),
    identities: openIdentities({ pool, vault, index, clock }),
    directory: await openDirectory({ pool, vault, index, listener }),
    accounts: {
      passport: openPassport(parts),
      sessions,
      members,
      contacts: openContacts(pool, vault, index, clock),
      profiles: openProfiles(pool, clock),
      showcase: openShowcase(pool),
      staff: openStaff(pool, clock),
      attempts,
      certifications: openCertifications(pool, vault, clock),
      rights: await openRights(pool, listener),
      team: openTeam(pool, clock),
      pictures: openPictures(pool, clock),
      openTokens: openTokens(pool, derivedKey(master, 'open-tokens'), clock),
      openCalls: openCalls(pool),
      oauthApps: oauthApps(pool, clock),
      oauthGrants: oauthGrants(pool, clock),
      webhooks: openWebhookStores(pool, master, clock),
      addressesOf: ownAddresses(pool, vault),
    },
  };
}
