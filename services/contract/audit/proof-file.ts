import { z } from 'zod';
import { type ProofFault, proofFault, sealKey, textHash } from './log-proof.ts';
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

export const proofFile = z.object({
  format: z.literal('fanwatt-proof-1'),
  about,
  proofs: z.array(logProof).max(1000),
  /** Of a settlement: the lines that its hash covers, each with its line feed, in the order of the log */
  lines: z.string().optional(),
  /** Of a post: its present text, and that of its publication if it is kept */
  texts: z.array(postText).max(2).optional(),
});

export type ProofFile = z.infer<typeof proofFile>;

/** The sums of a settlement's lines, compared with its event. */
interface LinesChecked {
  count: number;
  sha256: string;
  /** Whether hash, counts and sums are those of the event. */
  agrees: boolean;
}

/** A post's text, compared with the events of the file. */
interface TextChecked {
  sha256: string;
  /** The first event that names the text; null: none does. */
  position: number | null;
}

export interface FileChecked {
  events: { proof: LogProof; fault: ProofFault | null }[];
  /** null if the file has no lines. */
  lines: LinesChecked | null;
  /** Empty if the file has no texts. */
  texts: TextChecked[];
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
async function textChecked(text: PostText, { about, proofs }: ProofFile): Promise<TextChecked> {
  const { form, salt, title, content, preview_text, rich, media } = text;
  const fields = [`fanwatt-post-${form}`, salt, title, content, preview_text];
  const all = form === 1 ? fields : [...fields, rich, media];
  const bytesOf = (field: string) => new TextEncoder().encode(field).length;
  const sha256 = await textHash(all.map((field) => `${bytesOf(field)}:${field}`).join(''));
  const isNamed = ({ event: { stream, data } }: LogProof): boolean => {
    const naming = named.safeParse(parsed(data));
    if (!naming.success || about.kind !== 'post') return false;
    const { post_id, text_hash } = naming.data;
    return stream === `post-${about.post_id}` && post_id === about.post_id && text_hash === sha256;
  };
  return { sha256, position: proofs.find(isNamed)?.event.position ?? null };
}

/**
 * Checks a file with only the public key (Ed25519, SPKI, PEM). Throws when the text is no such key, or when this
 * browser has no Ed25519.
 */
export async function checkFile(file: ProofFile, publicKey: string): Promise<FileChecked> {
  const key = await sealKey(publicKey);
  const events: FileChecked['events'] = [];
  for (const proof of file.proofs) events.push({ proof, fault: await proofFault(proof, key) });
  const lines = file.lines === undefined ? null : await linesChecked(file.lines, file.proofs[0]?.event);
  const texts = await Promise.all((file.texts ?? []).map((text) => textChecked(text, file)));
  const proven =
    events.length > 0 &&
    events.every(({ fault }) => fault === null) &&
    lines?.agrees !== false &&
    texts.every(({ position }) => position !== null);
  return { events, lines, texts, proven };
}
