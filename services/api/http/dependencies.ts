import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { ReadModels } from '#read-models/engine/wait.ts';
import type { PlaceKey } from '#services/api/relations/place-key.ts';
import type { LiveStreams } from '#services/api/system/live-streams.ts';
import type { PlanTexts } from '#services/commerce/catalog/plan-texts.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { CodeId } from '#services/commerce/redeem/redeem-code-text.ts';
import type { AccountServices } from '#services/modules/all.ts';
import type { Verifications } from '#services/modules/audit/verifications.ts';
import type { Carts } from '#services/modules/cart/entries.ts';
import type { PlansAsSold } from '#services/modules/catalog/plan-as-sold.ts';
import type { AlbumTexts } from '#services/modules/content/albums.ts';
import type { CommentLists } from '#services/modules/content/comments/comment-lists.ts';
import type { Comments } from '#services/modules/content/comments/comments.ts';
import type { Drafts } from '#services/modules/content/drafts.ts';
import type { PageCards } from '#services/modules/content/page-cards.ts';
import type { Pins } from '#services/modules/content/pins.ts';
import type { PostReports } from '#services/modules/content/post-reports.ts';
import type { PostTexts } from '#services/modules/content/post-texts.ts';
import type { Promises } from '#services/modules/content/promises.ts';
import type { Referrals } from '#services/modules/content/referrals.ts';
import type { PostIndex } from '#services/modules/content/search/post-index.ts';
import type { VoteTexts } from '#services/modules/content/vote-texts.ts';
import type { Media } from '#services/modules/media/open-media.ts';
import type { PictureCleaner } from '#services/modules/media/picture-cleaner.ts';
import type { Subscriptions } from '#services/modules/messages/push/subscriptions.ts';
import type { PushIdentity } from '#services/modules/messages/push/web-push.ts';
import type { UndeliveredMessages } from '#services/modules/messages/undelivered.ts';
import type { Unsubscribe } from '#services/modules/messages/unsubscribe.ts';
import type { NoticeBars } from '#services/modules/notices/notice-bars.ts';
import type { Notices } from '#services/modules/notices/notices.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Blocks } from '#services/modules/relations/blocks.ts';
import type { LeftCreators } from '#services/modules/relations/left-creators.ts';
import type { Likes } from '#services/modules/relations/likes.ts';
import type { ListedPosts } from '#services/modules/relations/listed-posts.ts';
import type { Marks } from '#services/modules/relations/marks.ts';
import type { SeenPosts } from '#services/modules/relations/seen-posts.ts';
import type { ReplyTexts } from '#services/modules/replies/reply-texts.ts';
import type { Visits } from '#services/modules/stats/visits.ts';
import type { TicketSigning } from '#services/modules/tickets/ticket-signing.ts';
import type { SandboxPayouts } from '#services/modules/withdrawals/payouts/sandbox/provider.ts';
import type { Replicas } from '#services/replicas/replicas.ts';
import type { SharedCounts } from '#services/replicas/shared-counts.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import type { DiskRoom } from '#services/runtime/full-disk.ts';
import type { Listener } from '#services/runtime/listener.ts';
import type { SigningKey } from '#services/runtime/signing-key.ts';
import type { Telemetry } from '#services/telemetry/telemetry.ts';
import type { RequestHash } from './request-hash.ts';

/** The dependencies of all routes. main.ts creates them once; tests replace parts. */
export interface Dependencies extends AccountServices {
  config: Config;
  clock: MovableClock;
  calendar: BusinessCalendar;
  pool: Pool;
  /** Of the database. */
  room: DiskRoom;
  log: EventLog;
  committer: Committer;
  readModels: ReadModels;
  payments: Payments;
  /** Instructions to the sandbox's payout provider; undefined outside the sandbox. */
  payouts: SandboxPayouts | undefined;
  /** The public key for seals of the log: Ed25519, SPKI, PEM. */
  sealingKey: string;
  /** Looks through the whole log, for whether it is as it was sealed. */
  verifications: Verifications;
  /** Cart entries. */
  carts: Carts;
  /** Texts of posts. */
  postTexts: PostTexts;
  postReports: PostReports;
  /** What votes ask. */
  voteTexts: VoteTexts;
  /** What is searched of posts. */
  postIndex: PostIndex;
  /** Titles, texts and covers of albums. */
  albumTexts: AlbumTexts;
  drafts: Drafts;
  pageCards: PageCards;
  /** Posts that pages show first. */
  pins: Pins;
  /** Comments of posts: changes, and lists. */
  comments: Comments;
  commentLists: CommentLists;
  /** Browsers to which notices are pushed. */
  push: Subscriptions;
  pushIdentity: PushIdentity;
  /** Turns mails off by links in them. */
  unsubscribe: Unsubscribe;
  /** What others did with a person’s posts and comments. */
  notices: Notices;
  /** Notices of the platform to everybody. */
  noticeBars: NoticeBars;
  /** Followed creators and collected posts. */
  marks: Marks;
  /** Likes of posts. */
  likes: Likes;
  /** Whose ended memberships people removed from their lists. */
  leftCreators: LeftCreators;
  /** Whom people block and creators reject. */
  blocks: Blocks;
  /** Whose posts a feed has, and up to which post people have seen them. */
  seenPosts: SeenPosts;
  /** Hot scores, and posts by the files that they show. */
  listedPosts: ListedPosts;
  /** How many visits pages of creators have. */
  visits: Visits;
  /** Proves the place at which a list goes on. */
  placeKey: PlaceKey;
  /** Orders that were begun at posts. */
  referrals: Referrals;
  /** What plans promise. */
  promises: Promises;
  /** By which the tokens of sessions are signed, the newest first. */
  sessionKeys: readonly SigningKey[];
  /** Signs tickets, which can be verified offline. */
  ticketSigning: TicketSigning;
  plansAsSold: PlansAsSold;
  planTexts: PlanTexts;
  /** Names the stream of a redeem code. */
  redeemCodeId: CodeId;
  /** Distinguishes a repeated request from another one. */
  requestHash: RequestHash;
  /** The texts of random replies. */
  replyTexts: ReplyTexts;
  /** Decodes every uploaded picture. */
  pictureCleaner: PictureCleaner;
  /** Uploaded files. */
  media: Media;
  /** Messages that could not be delivered. */
  undelivered: UndeliveredMessages;
  /** The live API processes on this database. */
  replicas: Replicas;
  /** Limits by address, over all API processes. */
  counts: SharedCounts;
  /** The process's one LISTEN connection. */
  listener: Listener;
  /** Open streams of server-sent events. */
  live: LiveStreams;
  telemetry: Telemetry;
}
