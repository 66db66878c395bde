// Checks a proof that an event stands in the log, by the public key alone:
//   node check-proof.mjs PROOF.json KEY.pem
// It stands alone on purpose: nothing of the project is needed to read it or to run it.
import { createHash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [, , proofFile, keyFile] = process.argv;
if (!proofFile || !keyFile) {
  console.error('use: node check-proof.mjs PROOF.json KEY.pem');
  process.exit(2);
}
const { event, index, size, path, seal } = JSON.parse(readFileSync(proofFile, 'utf8'));
const key = readFileSync(keyFile, 'utf8');

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

// The event as bytes: each field with its length in front.
const fields = [
  'fanwatt-event-1',
  ...[event.position, event.stream, event.version, event.id, event.type, event.schema_version],
  ...[event.recorded_at, event.data, event.metadata],
];
const bytes = fields.map((field) => {
  const text = Buffer.from(String(field));
  return Buffer.concat([Buffer.from(`${text.length}:`), text]);
});
const leaf = sha256(Buffer.from([0]), ...bytes);

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

const said = [
  'fanwatt-seal-1',
  ...[seal.number, seal.first_position, seal.last_position, seal.root, seal.previous, seal.sealed_at],
].join('\n');

const placed =
  event.position === seal.first_position + index &&
  size === seal.last_position - seal.first_position + 1 &&
  index >= 0 &&
  index < size;
const rooted = placed && rootFrom(leaf, index, size, path).toString('hex') === seal.root;
const signed = verify(null, Buffer.from(said), key, Buffer.from(seal.signature, 'hex'));

if (rooted && signed) {
  console.log(
    `proven: ${event.type} in ${event.stream} stands at position ${event.position}, under seal ${seal.number}`,
  );
} else {
  console.error(
    signed
      ? 'NOT PROVEN: the event does not lead to the sealed root'
      : 'NOT PROVEN: the seal was not made with this key',
  );
  process.exit(1);
}
