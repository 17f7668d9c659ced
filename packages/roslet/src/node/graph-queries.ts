import {
  expandTopicName,
  fullNodeName,
  type EndpointInfo,
  type Graph,
  type NameAndTypes,
  type Node as RmwNode,
} from '@roslet/rmw';
import { NodeNotFoundError, TypeValidationError } from '../errors';
import { toQosInfo, type QosInfo } from '../qos/profile';
import { absoluteNamespace, checkingNames } from './names';

export interface NamesAndTypes {
  name: string;
  types: string[];
}

export interface NodeNameAndNamespace {
  name: string;
  namespace: string;
}

export interface NodeNameAndEnclave extends NodeNameAndNamespace {
  enclave: string;
}

/** One publisher or subscription of a topic, in rclnodejs's form. */
export interface TopicEndpointInfo {
  node_name: string;
  node_namespace: string;
  topic_type: string;
  /** REP 2016: version 1 and 32 bytes; version 0 when the endpoint does not know it. */
  topic_type_hash: { version: number; value: Buffer };
  /** 1 for publishers, 2 for subscriptions. */
  endpoint_type: number;
  endpoint_gid: number[];
  qos_profile: QosInfo;
}

const ENDPOINT_TYPES = { publisher: 1, subscription: 2, client: 3, service: 4 } as const;

/** What a node can find out about the graph: all that is there in the domain now. */
export abstract class GraphQueries {
  /** @internal */
  abstract get rmw(): RmwNode;

  /** Topics that have a publisher or subscription. */
  getTopicNamesAndTypes(_noDemangle = false): NamesAndTypes[] {
    return copied(this.#graph.topics());
  }

  /** Services that have a server or client. */
  getServiceNamesAndTypes(): NamesAndTypes[] {
    return copied(this.#graph.services());
  }

  getNodeNames(): string[] {
    return this.#graph.nodes().map(({ name }) => name);
  }

  getNodeNamesAndNamespaces(): NodeNameAndNamespace[] {
    return this.#graph.nodes().map(({ name, namespace }) => ({ name, namespace }));
  }

  getNodeNamesAndNamespacesWithEnclaves(): NodeNameAndEnclave[] {
    return this.#graph.nodes().map(({ name, namespace, enclave }) => ({ name, namespace, enclave }));
  }

  /** @throws {NodeNotFoundError} */
  getPublisherNamesAndTypesByNode(nodeName: string, namespace = '/', _noDemangle = false): NamesAndTypes[] {
    return copied(this.#graph.publishersOf(this.#existing(nodeName, namespace)));
  }

  /** @throws {NodeNotFoundError} */
  getSubscriptionNamesAndTypesByNode(nodeName: string, namespace = '/', _noDemangle = false): NamesAndTypes[] {
    return copied(this.#graph.subscriptionsOf(this.#existing(nodeName, namespace)));
  }

  /** @throws {NodeNotFoundError} */
  getServiceNamesAndTypesByNode(nodeName: string, namespace = '/'): NamesAndTypes[] {
    return copied(this.#graph.servicesOf(this.#existing(nodeName, namespace)));
  }

  /** @throws {NodeNotFoundError} */
  getClientNamesAndTypesByNode(nodeName: string, namespace = '/'): NamesAndTypes[] {
    return copied(this.#graph.clientsOf(this.#existing(nodeName, namespace)));
  }

  /** @param noDemangle true when `topic` is a full name already, which is not to be expanded and remapped */
  getPublishersInfoByTopic(topic: string, noDemangle = false): TopicEndpointInfo[] {
    return this.#graph.publishers(this.#queriedTopic(topic, noDemangle)).map(endpointInfo);
  }

  /** @param noDemangle true when `topic` is a full name already, which is not to be expanded and remapped */
  getSubscriptionsInfoByTopic(topic: string, noDemangle = false): TopicEndpointInfo[] {
    return this.#graph.subscriptions(this.#queriedTopic(topic, noDemangle)).map(endpointInfo);
  }

  countPublishers(topic: string): number {
    return this.#graph.countPublishers(this.#expanded('topic', topic));
  }

  countSubscribers(topic: string): number {
    return this.#graph.countSubscriptions(this.#expanded('topic', topic));
  }

  countClients(serviceName: string): number {
    return this.#graph.countClients(this.#expanded('service', serviceName));
  }

  countServices(serviceName: string): number {
    return this.#graph.countServices(this.#expanded('service', serviceName));
  }

  /**
   * The full name of a topic as this node means it.
   *
   * @param onlyExpand true to leave out the remappings
   * @throws {NameValidationError}
   */
  resolveTopicName(topicName: string, onlyExpand = false): string {
    return this.#resolved('topic', topicName, onlyExpand);
  }

  /**
   * The full name of a service as this node means it.
   *
   * @param onlyExpand true to leave out the remappings
   * @throws {NameValidationError}
   */
  resolveServiceName(service: string, onlyExpand = false): string {
    return this.#resolved('service', service, onlyExpand);
  }

  get #graph(): Graph {
    return this.rmw.context.graph;
  }

  #queriedTopic(topic: string, noDemangle: boolean): string {
    return noDemangle ? topic : this.resolveTopicName(topic);
  }

  #resolved(kind: 'topic' | 'service', name: string, onlyExpand: boolean): string {
    if (onlyExpand) return this.#expanded(kind, name);
    this.#requireText(kind, name);
    return checkingNames(kind, this.rmw.name, () =>
      kind === 'topic' ? this.rmw.resolveTopicName(name) : this.rmw.resolveServiceName(name),
    );
  }

  #expanded(kind: 'topic' | 'service', name: string): string {
    this.#requireText(kind, name);
    const { name: nodeName, namespace } = this.rmw;
    return checkingNames(kind, nodeName, () => expandTopicName(name, nodeName, namespace));
  }

  #requireText(kind: string, name: unknown): void {
    if (typeof name !== 'string') {
      throw new TypeValidationError(`${kind}Name`, name, 'string', { nodeName: this.rmw.name });
    }
  }

  /** The full name of a node that is in the graph. */
  #existing(nodeName: string, namespace: string): string {
    const fullName = fullNodeName(absoluteNamespace(namespace), nodeName);
    if (this.#graph.nodes().some((node) => node.fullName === fullName)) return fullName;
    throw new NodeNotFoundError(fullName, { nodeName: this.rmw.name });
  }
}

function copied(list: readonly NameAndTypes[]): NamesAndTypes[] {
  return list.map(({ name, types }) => ({ name, types: [...types] }));
}

function endpointInfo(info: EndpointInfo): TopicEndpointInfo {
  return {
    node_name: info.node.name,
    node_namespace: info.node.namespace,
    topic_type: info.type,
    topic_type_hash: typeHashInfo(info.typeHash),
    endpoint_type: ENDPOINT_TYPES[info.kind],
    endpoint_gid: [...info.gid],
    qos_profile: toQosInfo(info.qos),
  };
}

function typeHashInfo(hash: string): { version: number; value: Buffer } {
  const digits = /^RIHS01_([0-9a-f]{64})$/.exec(hash)?.[1];
  return digits === undefined
    ? { version: 0, value: Buffer.alloc(32) }
    : { version: 1, value: Buffer.from(digits, 'hex') };
}
