/** All quotas: permanent records of one account, and the size of one record. */
export const QUOTAS = {
  /** Of a creator: plans that are not deleted, shipping templates, partners' codes, goals, posts, albums, redeem codes. */
  plans: 2_000,
  /** Of a creator with the restriction `limited_plans`. */
  limited_plans: 10,
  templates: 200,
  affiliates: 1_000,
  goals: 100,
  posts: 20_000,
  albums: 200,
  pinned_posts: 3,
  drafts: 200,
  redeem_codes: 500_000,
  /** Of a plan: SKUs, SKUs that one form saves, bytes of texts. */
  skus_of_plan: 5_000,
  skus_of_form: 200,
  plan_text_bytes: 524_288,
  /** Of a draft of a post: bytes. */
  draft_bytes: 524_288,
  /** Of a pool of random replies: lines that are left. */
  reply_lines: 50_000,
  /** Of a creator, and of anybody else: bytes of files, without further sizes of pictures. */
  media_bytes: 53_687_091_200,
  media_bytes_of_fan: 1_073_741_824,
  /** For all users. Above it the oldest session ends. */
  pictures: 500,
  followed_creators: 2_000,
  collected_posts: 2_000,
  /** Whom one person blocks, and whom one creator rejects. */
  blocked_people: 5_000,
  addresses: 50,
  identities: 50,
  cart_entries: 50,
  sessions: 100,
  passkeys: 10,
  /** Of a creator: valid tokens of the open API. */
  open_tokens: 10,
  /** Of a creator: applications that ask people for access. */
  oauth_apps: 10,
  /** Of a creator: addresses of webhooks. */
  webhooks: 10,
} as const;

/** Bytes of the events of one command with their streams, ids and types: the log’s engines and Kafka take no more. */
export const MAX_COMMAND_BYTES = 524_288;

/** Bytes as people read them: `512 KiB`. */
export const kibibytes = (bytes: number): string => `${Math.floor(bytes / 1024)} KiB`;

const MB = 1_048_576;

/** The same of files: `10 MB`, `4 GB`. */
export const sizeText = (bytes: number): string =>
  bytes >= 1_024 * MB ? `${bytes / MB / 1_024} GB` : `${bytes / MB} MB`;
