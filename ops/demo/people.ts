import { derivedHexId, type UserId } from '#events/ids.ts';
import { CREATOR_TYPE } from '#events/status.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { acceptTerms } from '#services/commerce/accounts/accept-terms.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { NewMember } from '#services/modules/accounts/members.ts';
import { hashPassword } from '#services/modules/accounts/passwords.ts';
import type { Accounts } from '#services/modules/all.ts';
import type { MediaStore } from '#services/modules/media/media-store.ts';
import { putDrawing } from '#services/modules/media/public/public-files.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { changeStaff } from '#services/modules/staff/change-staff.ts';
import { reviewCertification } from '#services/modules/staff/review-certification.ts';
import { TERMS_VERSION } from '#services/runtime/settings/operator.ts';
import { type DemoAccount, demoAccounts } from './accounts.ts';
import { accepted, atTime } from './at-time.ts';
import type { DemoCreator } from './content/creator.ts';
import { fanName } from './content/names.ts';
import { postSubjects } from './content/post-words.ts';
import { avatar, cover, type Palette } from './pictures.ts';
import { type Random, randomFrom } from './random.ts';
import { STORY_DAYS } from './story.ts';

export const FANS = 400;
const PORTRAITS = 48;

// Derived, so that an interrupted demo continues with the same people.
const demoUserId = (who: string): UserId => derivedHexId('demo-user', who) as UserId;
export const fanId = (index: number): UserId => demoUserId(`fan-${index}`);
export const creatorId = ({ slug }: DemoCreator): UserId => demoUserId(`creator-${slug}`);

const adminId = demoUserId('admin');

/** Two, for approvals by a second person. */
export const financeIds = [demoUserId('finance'), demoUserId('finance-second')] as const;

interface PeopleOptions {
  accounts: Accounts;
  media: MediaStore;
  committer: Committer;
  creators: readonly DemoCreator[];
  now: Millis;
  /** Which of the ids are there already, from a demo that was interrupted. */
  known(ids: readonly UserId[]): Promise<ReadonlySet<string>>;
}

type CertifyOptions = Pick<PeopleOptions, 'accounts' | 'committer' | 'creators' | 'now'>;

const paletteOf = ({ hue, spread }: DemoCreator): Palette => ({ hue, spread });

/** `rgb(…)` of a hue in the strength of the product's own colour. */
function themeColour(hue: number): string {
  const channel = (shift: number): number => {
    const k = (shift + hue / 30) % 12;
    const [saturation, lightness] = [0.5, 0.52];
    const amount = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return `rgb(${channel(0)},${channel(8)},${channel(4)})`;
}

async function addAccount(
  accounts: Accounts,
  { account, password }: DemoAccount,
  member: NewMember,
): Promise<void> {
  const name = accountName(account);
  if (name === undefined) throw new Error(`not an account: ${account}`);
  await accounts.members.add({ ...member, account: name, password_hash: await hashPassword(password) });
}

async function addFans(options: PeopleOptions, random: Random): Promise<void> {
  const { accounts, media, now, known } = options;
  const portraits: string[] = [];
  for (let seed = 0; seed < PORTRAITS; seed += 1) {
    const palette = { hue: random.whole(0, 359), spread: random.whole(20, 70) };
    portraits.push(await putDrawing(media, avatar(7_000 + seed, palette)));
  }
  const fans = Array.from({ length: FANS }, (_, index): NewMember & { user_id: UserId } => ({
    ...fanName(random),
    user_id: fanId(index),
    avatar: random.chance(0.86) ? random.pick(portraits) : '',
    created_at: now - random.whole(STORY_DAYS, STORY_DAYS + 60) * DAY_MS,
  }));
  const there = await known(fans.map(({ user_id }) => user_id));
  const [first, ...others] = fans;
  await accounts.members.addMany(others.filter(({ user_id }) => !there.has(user_id)));
  const login = demoAccounts.find(({ role }) => role === 'fan');
  if (first && login && !there.has(first.user_id)) {
    await addAccount(accounts, login, { ...first, name: '小满', avatar: portraits[3] ?? '' });
  }
}

async function addCreators({ accounts, media, creators, now, known }: PeopleOptions): Promise<void> {
  const there = await known(creators.map(creatorId));
  const login = demoAccounts.find(({ role }) => role === 'creator');
  for (const [index, creator] of creators.entries()) {
    const { name, slug, doing, detail, category_id, language } = creator;
    const user_id = creatorId(creator);
    const created_at = now - (creator.since_days + 7) * DAY_MS;
    const palette = paletteOf(creator);
    if (!there.has(user_id)) {
      const member = { user_id, name, language, created_at };
      if (index === 0 && login) await addAccount(accounts, login, member);
      else await accounts.members.addMany([member]);
    }
    const saved = await accounts.profiles.editCreator(user_id, {
      name,
      doing,
      category_id,
      detail,
      type: CREATOR_TYPE.person,
      url_slug: slug,
      cover: await putDrawing(media, cover(1_000 + index, palette)),
      avatar: await putDrawing(media, avatar(2_000 + index, palette)),
      watermark: 1,
      theme_color: themeColour(creator.hue),
      created_at,
    });
    if (saved !== 'saved') throw new Error(`the page /a/${slug} belongs to another person`);
  }
}

/** The roles of the staff, in the order of their accounts. */
const STAFF = [
  { role: 'finance', user_id: financeIds[0], name: '账房先生' },
  { role: 'finance', user_id: financeIds[1], name: '复核会计' },
  { role: 'admin', user_id: adminId, name: '管理员' },
  { role: 'support', user_id: demoUserId('support'), name: '客服小林' },
] as const;

/** The same committer in the demo's past, so that staff actions have their times. */
const backThen = (committer: Committer, at: Millis): Pick<Committer, 'submit' | 'read'> => ({
  read: committer.read,
  submit: (command) => committer.submit(atTime(command, at)),
});

const STAFF_SINCE_DAYS = 100;

async function addStaff({ accounts, committer, now, known }: PeopleOptions): Promise<void> {
  const logins = demoAccounts.filter(({ role }) => role !== 'fan' && role !== 'creator');
  const at = now - STAFF_SINCE_DAYS * DAY_MS;
  const parts = { committer: backThen(committer, at), staff: accounts.staff };
  for (const [index, { role, user_id, name }] of STAFF.entries()) {
    const login = logins[index];
    if (login?.role !== role) throw new Error(`the demo has no account for ${name}`);
    const there = await known([user_id]);
    if (!there.has(user_id)) await addAccount(accounts, login, { user_id, name, created_at: at });
    await accepted(changeStaff(parts, { user_id, role, granted: true, by: null, reason: '演示账号' }));
  }
}

/** Those with a password have agreed to the terms, so that the demo does not begin with a question. */
async function recordConsents({ committer, creators, now }: PeopleOptions): Promise<void> {
  const first = creators[0] ? [creatorId(creators[0])] : [];
  const past = backThen(committer, now - STAFF_SINCE_DAYS * DAY_MS);
  for (const user_id of [fanId(0), ...first, ...STAFF.map((person) => person.user_id)])
    await accepted(past.submit(acceptTerms({ user_id, version: TERMS_VERSION, occasion: 'registration' })));
}

/** All people of the demo, with their pictures. Run again, it adds who is missing. */
export async function addPeople(options: PeopleOptions): Promise<void> {
  await addCreators(options);
  await addFans(options, randomFrom(20_260_101));
  await addStaff(options);
  await recordConsents(options);
}

/** Those who publish. */
export const certifiedIn = ({ slug }: DemoCreator): boolean => postSubjects[slug] !== undefined;

/**
 * Creators who publish are certified, so that their buyers get replies, too. One of the others has
 * applied, so that an admin has a decision to make.
 */
export async function certify({ accounts, committer, creators, now }: CertifyOptions): Promise<void> {
  const { certifications } = accounts;
  const parts = { committer: backThen(committer, now - (STAFF_SINCE_DAYS - 1) * DAY_MS), certifications };
  const verdict = { application_id: null, verdict: 'approve' as const, by: adminId, reason: '已核对身份' };
  for (const creator of creators.filter(certifiedIn)) {
    await accepted(reviewCertification(parts, { user_id: creatorId(creator), ...verdict }));
  }
  const asking = creators.find((creator) => !certifiedIn(creator));
  if (asking === undefined || (await certifications.of(creatorId(asking))) !== undefined) return;
  await certifications.submit(creatorId(asking), `https://example.com/${asking.slug}`);
}
