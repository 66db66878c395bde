import { z } from 'zod';
import { type ProofFault, proofFault, sealKeys, textHash } from './log-proof.ts';
import { type LogProof, logProof } from './logged-event.ts';

/** The subject stated by a proof file. The events repeat it, and they are what is checked. */
const about = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), position: z.number().int() }),
  z.object({ kind: z.literal('order'), out_trade_no: z.string().max(80) }),
  z.object({ kind: z.literal('post'), post_id: z.string().max(64) }),
  z.object({ kind: z.literal('ballot'), post_id: z.string().max(64), user_id: z.string().max(64) }),
  z.object({ kind: z.literal('settlement'), month: z.string().max(7), user_id: z.string().max(64) }),
]);

/** A revision of a post with the salt of its hash. Form 1 has no rich text and no files. */
const postText = z.object({
  form: z.union([z.literal(1), z.literal(2)]),
  salt: z.string().max(64),
  title: z.string(),
  content: z.string(),
  preview_text: z.string(),
  rich: z.string(),
  media: z.string(),
});
type PostText = z.infer<typeof postText>;

/** What a vote asks, with the salt of its hash. Form 1 has no pictures; `pics` are their ids. */
const voteText = z.object({
  salt: z.string().max(64),
  title: z.string().max(200),
  names: z.array(z.string().max(200)).max(50),
  pics: z.array(z.string().max(64)).max(50),
});

export const proofFile = z.object({
  format: z.literal('fanwatt-proof-1'),
  about,
  proofs: z.array(logProof).max(1000),
  /** Of a settlement: the lines that its hash covers, each with its line feed, in the order of the log */
  lines: z.string().optional(),
  /** Of a post: its present text, and that of its publication if it is kept */
  texts: z.array(postText).max(2).optional(),
  /** Of a ballot: what the vote asks in the end */
  vote: voteText.optional(),
});

export type ProofFile = z.infer<typeof proofFile>;

/** The sums of a settlement's lines, compared with its event. */
interface LinesChecked {
  count: number;
  sha256: string;
  /** Whether hash, counts and sums are those of the event. */
  agrees: boolean;
}

/** A text of a post or vote, compared with the events of the file. */
interface TextChecked {
  sha256: string;
  /** The first event that names the text; null: none does. */
  position: number | null;
}

/** What a vote asks, compared with the events of the file, and what the ballot chose. */
interface VoteChecked extends TextChecked {
  title: string;
  options: { name: string; chosen: boolean }[];
}

export interface FileChecked {
  events: { proof: LogProof; fault: ProofFault | null }[];
  /** null if the file has no lines. */
  lines: LinesChecked | null;
  /** Empty if the file has no texts. */
  texts: TextChecked[];
  /** null if the file has no text of a vote. */
  vote: VoteChecked | null;
  /** Every event is proven, the lines are the settled ones, and the texts are those that the events name. */
  proven: boolean;
}

/** Undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proof file, or the proof of one event from `npm run audit -- prove`; undefined for anything else. */
export function readProofFile(text: string): ProofFile | undefined {
  const input = parsed(text);
  const file = proofFile.safeParse(input);
  if (file.success) return file.data;
  const single = logProof.safeParse(input);
  if (!single.success) return undefined;
  const { event } = single.data;
  return {
    format: 'fanwatt-proof-1',
    about: { kind: 'event', position: event.position },
    proofs: [single.data],
  };
}

/** The figures of a `MonthSettled` event that its lines can be added up to; fen. */
const settled = z.object({
  orders: z.number(),
  gross: z.number(),
  payment_fee: z.number(),
  service_fee: z.number(),
  affiliate: z.number(),
  refunds: z.number(),
  /** Older settlements do not have this field. */
  commissions: z.number().default(0),
  net: z.number(),
  first_position: z.number(),
  last_position: z.number(),
  lines_sha256: z.string(),
});

/** Adds the lines up: position, kind, order, refund, amount, payment fee, service fee, affiliate, net. */
function sumsOf(lines: readonly string[]): Omit<z.infer<typeof settled>, 'lines_sha256'> {
  const total = {
    orders: 0,
    gross: 0,
    payment_fee: 0,
    service_fee: 0,
    affiliate: 0,
    refunds: 0,
    commissions: 0,
    net: 0,
  };
  const positions: number[] = [];
  for (const line of lines) {
    const [at, kind, , , amount, payment_fee, service_fee, affiliate, net] = line.split('\t');
    positions.push(Number(at));
    if (kind === 'order') {
      total.orders += 1;
      total.gross += Number(amount);
    } else if (kind === 'refund') total.refunds -= Number(amount);
    else total.commissions += Number(amount);
    total.payment_fee += Number(payment_fee);
    total.service_fee += Number(service_fee);
    total.affiliate += Number(affiliate);
    total.net += Number(net);
  }
  return { ...total, first_position: positions[0] ?? 0, last_position: positions.at(-1) ?? 0 };
}

async function linesChecked(text: string, event: LogProof['event'] | undefined): Promise<LinesChecked> {
  const lines = text.split('\n').slice(0, -1);
  const sha256 = await textHash(text);
  const settlement = settled.safeParse(event?.type === 'MonthSettled' ? parsed(event.data) : undefined);
  const sums = { ...sumsOf(lines), lines_sha256: sha256 };
  const agrees =
    settlement.success &&
    (Object.keys(sums) as (keyof typeof sums)[]).every((figure) => sums[figure] === settlement.data[figure]);
  return { count: lines.length, sha256, agrees };
}

const named = z.object({ post_id: z.string(), text_hash: z.string() });

/** Each field has its bytes in front, so that no two texts are the same bytes. */
const hashOf = (fields: readonly string[]): Promise<string> => {
  const bytesOf = (field: string) => new TextEncoder().encode(field).length;
  return textHash(fields.map((field) => `${bytesOf(field)}:${field}`).join(''));
};

async function textChecked(text: PostText, { about, proofs }: ProofFile): Promise<TextChecked> {
  const { form, salt, title, content, preview_text, rich, media } = text;
  const fields = [`fanwatt-post-${form}`, salt, title, content, preview_text];
  const all = form === 1 ? fields : [...fields, rich, media];
  const sha256 = await hashOf(all);
  const isNamed = ({ event: { stream, data } }: LogProof): boolean => {
    const naming = named.safeParse(parsed(data));
    if (!naming.success || about.kind !== 'post') return false;
    const { post_id, text_hash } = naming.data;
    return stream === `post-${about.post_id}` && post_id === about.post_id && text_hash === sha256;
  };
  return { sha256, position: proofs.find(isNamed)?.event.position ?? null };
}

const asked = z.object({
  post_id: z.string(),
  terms: z.object({ options: z.array(z.string()), text_hash: z.string() }),
});
const cast = z.object({ post_id: z.string(), options: z.array(z.string()) });

/** Whether the terms in the file name what the vote asks, and what the ballot chose of it. */
async function voteChecked(
  { salt, title, names, pics }: z.infer<typeof voteText>,
  { about, proofs }: ProofFile,
): Promise<VoteChecked> {
  const form = pics.length > 0 ? 2 : 1;
  const sha256 = await hashOf([`fanwatt-vote-${form}`, salt, title, ...names, ...pics]);
  const post_id = about.kind === 'ballot' ? about.post_id : '';
  const terms = proofs.flatMap(({ event: { position, stream, data } }) => {
    const found = asked.safeParse(parsed(data));
    const isNamed =
      found.success &&
      stream === `vote-${post_id}` &&
      found.data.post_id === post_id &&
      found.data.terms.text_hash === sha256 &&
      found.data.terms.options.length === names.length;
    return isNamed ? [{ position, options: found.data.terms.options }] : [];
  })[0];
  const ballots = proofs.flatMap(({ event: { type, data } }) => {
    const found = cast.safeParse(type === 'BallotCast' ? parsed(data) : undefined);
    return found.success && found.data.post_id === post_id ? [found.data.options] : [];
  });
  const chosen = terms?.options.map((option) => ballots[0]?.includes(option) ?? false) ?? [];
  return {
    sha256,
    position: terms?.position ?? null,
    title,
    options: names.map((name, n) => ({ name, chosen: chosen[n] ?? false })),
  };
}

/**
 * Checks a file with only the public keys (Ed25519, SPKI, PEM). Throws when the text has another one, or when this
 * browser has no Ed25519.
 */
export async function checkFile(file: ProofFile, publicKey: string): Promise<FileChecked> {
  const keys = await sealKeys(publicKey);
  const events: FileChecked['events'] = [];
  for (const proof of file.proofs) events.push({ proof, fault: await proofFault(proof, keys) });
  const lines = file.lines === undefined ? null : await linesChecked(file.lines, file.proofs[0]?.event);
  const texts = await Promise.all((file.texts ?? []).map((text) => textChecked(text, file)));
  const vote = file.vote ? await voteChecked(file.vote, file) : null;
  const proven =
    events.length > 0 &&
    events.every(({ fault }) => fault === null) &&
    lines?.agrees !== false &&
    texts.every(({ position }) => position !== null) &&
    vote?.position !== null;
  return { events, lines, texts, vote, proven };
}
