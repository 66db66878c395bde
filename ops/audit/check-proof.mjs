// Checks proofs of events with only the public key: node check-proof.mjs PROOF.json KEY.pem PROOF.json is the proof of
// one event (npm run audit -- prove), or a proof file of an order, a settlement or a post from the application. It imports
// nothing from the project, so it can be read and run separately.
import { createHash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [, , proofFile, keyFile] = process.argv;
if (!proofFile || !keyFile) {
  console.error('use: node check-proof.mjs PROOF.json KEY.pem');
  process.exit(2);
}
const input = JSON.parse(readFileSync(proofFile, 'utf8'));
const {
  proofs,
  lines,
  texts = [],
  vote,
  about,
} = input.format === 'fanwatt-proof-1' ? input : { proofs: [input] };
// One key or several, of which each has made seals.
const keyText = readFileSync(keyFile, 'utf8');
const keys = keyText.match(/-----BEGIN [A-Z ]+-----[^-]*-----END [A-Z ]+-----/g) ?? [keyText];

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

// The event as bytes: each field with its length in front; then its leaf.
function leafOf(event) {
  const fields = [
    'fanwatt-event-1',
    event.position,
    event.stream,
    event.version,
    event.id,
    event.type,
    event.schema_version,
    event.recorded_at,
    event.data,
    event.metadata,
  ];
  const bytes = fields.map((field) => {
    const text = Buffer.from(String(field));
    return Buffer.concat([Buffer.from(`${text.length}:`), text]);
  });
  return sha256(Buffer.from([0]), ...bytes);
}

// From the leaf to the root (RFC 6962, 2.1.1).
function rootFrom(hash, at, count, rest) {
  if (count === 1) return rest.length === 0 ? hash : Buffer.alloc(0);
  if (rest.length === 0) return Buffer.alloc(0);
  let half = 1;
  while (half * 2 < count) half *= 2;
  const sibling = Buffer.from(rest.at(-1), 'hex');
  const left = at < half;
  const below = left
    ? rootFrom(hash, at, half, rest.slice(0, -1))
    : rootFrom(hash, at - half, count - half, rest.slice(0, -1));
  return left ? sha256(Buffer.from([1]), below, sibling) : sha256(Buffer.from([1]), sibling, below);
}

// The error in the proof of an event; undefined if it is valid.
function faultOf({ event, index, size, path, seal }) {
  const sealText = [
    'fanwatt-seal-1',
    seal.number,
    seal.first_position,
    seal.last_position,
    seal.root,
    seal.previous,
    seal.sealed_at,
  ].join('\n');
  const signature = Buffer.from(seal.signature, 'hex');
  if (!keys.some((key) => verify(null, Buffer.from(sealText), key, signature))) {
    return 'the seal was not made with this key';
  }
  const placed =
    event.position === seal.first_position + index &&
    size === seal.last_position - seal.first_position + 1 &&
    index >= 0 &&
    index < size;
  const rooted = placed && rootFrom(leafOf(event), index, size, path).toString('hex') === seal.root;
  return rooted ? undefined : 'the event does not lead to the sealed root';
}

// Whether the lines of a settlement are those that its event was made from.
function linesAgree(text, event) {
  const settled = JSON.parse(event.data);
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
  const rows = text.split('\n').slice(0, -1);
  for (const row of rows) {
    const [, kind, , , ...figures] = row.split('\t');
    const [amount, payment_fee, service_fee, affiliate, net] = figures.map(Number);
    if (kind === 'order') {
      total.orders += 1;
      total.gross += amount;
    } else if (kind === 'refund') total.refunds -= amount;
    else total.commissions += amount;
    total.payment_fee += payment_fee;
    total.service_fee += service_fee;
    total.affiliate += affiliate;
    total.net += net;
  }
  const hashed = sha256(Buffer.from(text)).toString('hex') === settled.lines_sha256;
  // Settlements older than commissions do not have this field.
  const figures = { commissions: 0, ...settled };
  const summed = Object.keys(total).every((figure) => total[figure] === figures[figure]);
  return event.type === 'MonthSettled' && hashed && summed ? rows.length : undefined;
}

// The event of the post that names this text; undefined if none does.
function eventWithText({ form, salt, title, content, preview_text, rich, media }) {
  const fields = [`fanwatt-post-${form}`, salt, title, content, preview_text];
  if (form !== 1) fields.push(rich, media);
  const bytes = fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join('');
  const hash = sha256(Buffer.from(bytes)).toString('hex');
  const stream = `post-${about?.post_id}`;
  const isNamed = ({ event }) => event.stream === stream && JSON.parse(event.data).text_hash === hash;
  return proofs.find(isNamed)?.event;
}

// The event of the vote that names this text; undefined if none does.
function eventWithVote({ salt, title, names, pics }) {
  const fields = [`fanwatt-vote-${pics.length > 0 ? 2 : 1}`, salt, title, ...names, ...pics];
  const bytes = fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join('');
  const hash = sha256(Buffer.from(bytes)).toString('hex');
  const stream = `vote-${about?.post_id}`;
  const isNamed = ({ event }) => event.stream === stream && JSON.parse(event.data).terms?.text_hash === hash;
  return proofs.find(isNamed)?.event;
}

let well = proofs.length > 0;
for (const proof of proofs) {
  const { event, seal } = proof;
  const fault = faultOf(proof);
  if (fault === undefined) {
    console.log(
      `proven: ${event.type} in ${event.stream} is at position ${event.position}, under seal ${seal.number}`,
    );
  } else {
    well = false;
    console.error(`NOT PROVEN (${event.type} at position ${event.position}): ${fault}`);
  }
}
if (lines !== undefined) {
  const count = linesAgree(lines, proofs[0].event);
  if (count === undefined) {
    well = false;
    console.error('NOT PROVEN: the lines are not those that were settled');
  } else console.log(`proven: the ${count} lines are those that were settled`);
}
for (const text of texts) {
  const event = eventWithText(text);
  if (event === undefined) {
    well = false;
    console.error('NOT PROVEN: a text is not one that the events name');
  } else {
    console.log(`proven: the text is that of ${event.type} at position ${event.position}`);
  }
}
if (vote !== undefined) {
  const event = eventWithVote(vote);
  if (event === undefined) {
    well = false;
    console.error('NOT PROVEN: the vote is not one that the events name');
  } else {
    const { options } = JSON.parse(event.data).terms;
    const ballot = proofs.find(({ event: { type } }) => type === 'BallotCast')?.event;
    const chosen = ballot
      ? JSON.parse(ballot.data).options.map((option) => vote.names[options.indexOf(option)])
      : [];
    console.log(
      `proven: the vote is that of ${event.type} at position ${event.position}; chosen: ${chosen.join(', ')}`,
    );
  }
}
process.exitCode = well ? 0 : 1;
