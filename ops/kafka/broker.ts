import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#ops/postgres/server.ts';
import { Problem } from '#ops/problem.ts';
import { kafkaClassPath } from './jars.ts';

/** Small in memory and processors: Java would take a quarter of the machine for its heap. */
const JAVA = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const START_MS = 120_000;

/** A listener with TLS (PKCS12) that knows one user, by PLAIN and SCRAM. */
export interface SecureListener {
  keystore: string;
  keystorePassword: string;
  username: string;
  password: string;
}

const MODULES = 'org.apache.kafka.common.security';
const secureSettings = ({ keystore, keystorePassword, username, password }: SecureListener) => ({
  'ssl.keystore.type': 'PKCS12',
  'ssl.keystore.location': keystore,
  'ssl.keystore.password': keystorePassword,
  'listener.name.secure.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
  'listener.name.secure.plain.sasl.jaas.config': `${MODULES}.plain.PlainLoginModule required user_${username}="${password}";`,
  'listener.name.secure.scram-sha-512.sasl.jaas.config': `${MODULES}.scram.ScramLoginModule required;`,
});

interface Listening {
  port: number;
  controller: number;
  /** Address that clients use. */
  advertised: string;
  secure: (SecureListener & { address: string }) | undefined;
}

const settingsOf = (folder: string, { port, controller, advertised, secure }: Listening): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}${secure ? `,SECURE://${secure.address}` : ''}`,
    'advertised.listeners': `PLAINTEXT://${advertised}${secure ? `,SECURE://${secure.address}` : ''}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL',
    'log.dirs': join(folder, 'data'),
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '1',
    'group.initial.rebalance.delay.ms': '0',
    'num.network.threads': '1',
    'num.io.threads': '2',
    ...(secure && secureSettings(secure)),
  })
    .map((setting) => setting.join('='))
    .join('\n');

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    setTimeout(() => socket.destroy(), 200);
  });

/**
 * Starts a broker with its data in the folder, which must be empty.
 * @param advertise gets its address and gives the one that clients use
 */
export async function startBroker(
  folder: string,
  advertise = async (own: string): Promise<string> => own,
  listener?: SecureListener,
) {
  const classPath = await kafkaClassPath();
  const [port, controller] = [await freePort(), await freePort()];
  const secure = listener && { ...listener, address: `127.0.0.1:${await freePort()}` };
  const address = await advertise(`127.0.0.1:${port}`);
  const settings = join(folder, 'server.properties');
  const logFile = join(folder, 'server.log');
  await mkdir(folder, { recursive: true });
  await writeFile(settings, settingsOf(folder, { port, controller, advertised: address, secure }));
  const program = (name: string, ...args: string[]): string[] => [...JAVA, '-cp', classPath, name, ...args];
  const format = program('kafka.tools.StorageTool', 'format', '-t', 'ZmFud2F0dC1zdG9yYWdlMQ', '-c', settings);
  if (listener) {
    const { username, password } = listener;
    format.push('--add-scram', `SCRAM-SHA-512=[name=${username},password=${password}]`);
  }
  await promisify(execFile)('java', format);

  let server: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();

  async function start(): Promise<void> {
    const log = openSync(logFile, 'a');
    const child = spawn('java', program('kafka.Kafka', settings), { stdio: ['ignore', log, log] });
    // Its input is a pipe that our process holds; the pipe ends with our process.
    const keeper = spawn('sh', ['-c', `read -r _; kill -9 ${child.pid} 2>/dev/null`], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    keeper.unref();
    closeSync(log);
    server = child;
    exited = once(child, 'exit').then(() => {
      server = undefined;
      keeper.kill();
    });
    for (const end = performance.now() + START_MS; performance.now() < end && server; await pause(100)) {
      // The port is opened last, when the broker can serve.
      if (await answers(port)) return;
    }
    child.kill('SIGKILL');
    throw new Problem(
      `Kafka did not start:\n${readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n')}`,
    );
  }

  await start();
  return {
    /** `host:port`, for clients. */
    address,
    /** Of its listener with TLS and a password, where there is one. */
    secureAddress: secure?.address,
    /** Undefined while it is down. */
    pid: (): number | undefined => server?.pid,
    /** Starts it again on its data; resolves when it answers. */
    start,
    /** SIGKILL, as its data is not needed later. */
    async stop(): Promise<void> {
      server?.kill('SIGKILL');
      await exited;
    },
  };
}

export type Broker = Awaited<ReturnType<typeof startBroker>>;
