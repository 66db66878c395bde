import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { KafkaProblem, type KafkaSettings, KafkaUnreachable } from './settings.ts';

const API_VERSIONS = 18;
const FETCH = 1;
/** The version of Fetch that brokers know from 3.9 on. */
const FETCH_OF_3_9 = 17;
const ANSWER_MS = 5_000;

/** A request for the versions of all calls, in the form that every broker reads. */
function request(): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeInt32BE(10, 0);
  bytes.writeInt16BE(API_VERSIONS, 4);
  // Version 0, correlation 0, no client id.
  bytes.writeInt16BE(-1, 12);
  return bytes;
}

/** The newest version of Fetch that a broker knows; undefined for another answer. */
function fetchVersionIn(answer: Buffer): number | undefined {
  // Size, correlation, error, count; then key, first and last version of each call.
  for (let at = 14; at + 6 <= answer.length; at += 6) {
    if (answer.readInt16BE(at) === FETCH) return answer.readInt16BE(at + 4);
  }
  return undefined;
}

async function fetchVersionOf(broker: string, tls: KafkaSettings['tls']): Promise<number | undefined> {
  const [host = '', port = ''] = broker.split(/:(?=\d+$)/);
  const address = { host, port: Number(port), ...(!isIP(host) && { servername: host }) };
  const socket = tls ? connectTls({ ...address, ...tls }) : connect(address);
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no answer in ${ANSWER_MS} ms`)));
  try {
    await once(socket, tls ? 'secureConnect' : 'connect');
    socket.write(request());
    let answer = Buffer.alloc(0);
    for await (const chunk of socket) {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 4 && answer.length >= 4 + answer.readInt32BE(0)) break;
    }
    return fetchVersionIn(answer);
  } finally {
    socket.destroy();
  }
}

/** Throws a KafkaProblem of one line unless a broker answers, and is 3.9 or newer. */
export async function requireBroker(brokers: readonly string[], tls?: KafkaSettings['tls']): Promise<void> {
  let why: unknown;
  for (const broker of brokers) {
    try {
      const version = await fetchVersionOf(broker, tls);
      if (version === undefined)
        throw new Error(`what answers there is no Kafka${tls ? '' : ', or needs KAFKA_TLS'}`);
      if (version >= FETCH_OF_3_9) return;
      throw new KafkaProblem(`the broker at ${broker} is too old: Kafka 3.9 or newer is needed`);
    } catch (error) {
      if (error instanceof KafkaProblem) throw error;
      why = error;
    }
  }
  const text = why instanceof Error ? why.message || String(Reflect.get(why, 'code')) : String(why);
  throw new KafkaUnreachable(`no Kafka at ${brokers.join(',')} (${text.trim()}): check that it runs`);
}
