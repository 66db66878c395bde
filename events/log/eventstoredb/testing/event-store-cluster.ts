import { silentRelay } from '../../../testing/silent-relay.ts';
import { type EventStoreServer, startEventStoreServer } from './event-store-server.ts';

export interface ClusterNode {
  server: EventStoreServer;
  /** host:port, as in the address of the cluster. */
  address: string;
  /** Its connections stay open, and nothing passes, as at a stopped process. */
  silent: boolean;
  /** Breaks its connections. */
  cut(): void;
}

/**
 * Three nodes of EventStoreDB in memory. An append of the leader is replicated at once, as long as a node besides it
 * follows it. A leader that was silent continues to lead for itself, until it joins the others.
 * @param ports of the nodes; 0 chooses free ones
 */
export async function startEventStoreCluster(ports: readonly number[] = [0, 0, 0]) {
  const nodes: ClusterNode[] = [];
  const relays: Awaited<ReturnType<typeof silentRelay>>[] = [];
  /** The leader that each node believes in. */
  const believed = new Map<ClusterNode, ClusterNode | undefined>();

  const urlOf = ({ address }: ClusterNode): string => `esdb://${address}?tls=false`;

  function believe(node: ClusterNode, leader: ClusterNode | undefined): void {
    believed.set(node, leader);
    if (leader === node) delete node.server.leader;
    else node.server.leader = leader ? urlOf(leader) : 'none';
  }

  const followersOf = (leader: ClusterNode): ClusterNode[] =>
    nodes.filter((node) => node !== leader && !node.silent && believed.get(node) === leader);

  /** A leader without followers acknowledges nothing. */
  function settle(): void {
    for (const node of nodes) {
      if (believed.get(node) !== node) continue;
      if (node.silent || followersOf(node).length === 0) node.server.store.hold();
      else node.server.store.replicate();
    }
  }

  for (const port of ports) {
    const server = await startEventStoreServer();
    const relay = await silentRelay(server.url, port);
    const node: ClusterNode = {
      server,
      address: new URL(relay.url).host,
      silent: false,
      cut: relay.cut,
    };
    server.members = () =>
      nodes.map((member) => ({
        address: member.address,
        leads: believed.get(node) === member,
        alive: believed.get(node) === node || !member.silent,
      }));
    server.store.written.on('written', (events) => {
      if (believed.get(node) !== node) return;
      for (const follower of followersOf(node)) follower.server.store.add(events);
    });
    nodes.push(node);
    relays.push(relay);
  }

  const relayOf = (node: ClusterNode) => {
    const relay = relays[nodes.indexOf(node)];
    if (!relay) throw new Error('not a node of this cluster');
    return relay;
  };

  const cluster = {
    nodes,
    url: `esdb://${nodes.map(({ address }) => address).join(',')}?tls=false`,
    /** The leader that most nodes believe in. */
    leader(): ClusterNode {
      const leader = nodes.find((node) => followersOf(node).length > 0 && believed.get(node) === node);
      if (!leader) throw new Error('no node leads');
      return leader;
    },
    silence(node: ClusterNode): void {
      node.silent = true;
      relayOf(node).fallSilent();
      settle();
    },
    /** All nodes that are not silent follow another leader. */
    elect(leader: ClusterNode): void {
      for (const node of nodes) if (!node.silent) believe(node, leader);
      settle();
    },
    /** Those that are not silent have no leader: they are too few. */
    resign(): void {
      for (const node of nodes) if (!node.silent) believe(node, undefined);
    },
    /** A silent node answers again, as the leader that it was. */
    wake(node: ClusterNode): void {
      node.silent = false;
      relayOf(node).speakAgain();
      settle();
    },
    /** It forgets what only it has, and follows the leader of the others. */
    join(node: ClusterNode): void {
      const leader = cluster.leader();
      if (leader === node) return;
      node.server.store.truncate();
      node.server.store.addFrom(leader.server.store);
      believe(node, leader);
      settle();
    },
    close(): void {
      for (const relay of relays) relay.close();
      for (const { server } of nodes) server.close();
    },
  };
  const [first] = nodes;
  if (first) cluster.elect(first);
  return cluster;
}

export type EventStoreCluster = Awaited<ReturnType<typeof startEventStoreCluster>>;
