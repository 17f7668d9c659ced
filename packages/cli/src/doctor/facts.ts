import type { ContextInfo, EndpointInfo, NodeInfo, inspectDomain } from '@roslet/rmw';

/** All that the checks look at; gathered in one go, so that the checks are plain functions. */
export interface Facts {
  readonly host: HostFacts;
  readonly directory: DirectoryFacts;
  readonly domain: DomainFacts;
}

export interface HostFacts {
  readonly node: string;
  readonly platform: string;
  readonly kernel: string;
  readonly cpus: number;
  /** `net.unix.max_dgram_qlen`; undefined where it cannot be read. */
  readonly maxDgramQlen: number | undefined;
  /** Soft limits of this process; Infinity: none. */
  readonly limits: { readonly openFiles: number; readonly addressSpace: number; readonly fileSize: number };
}

export interface DirectoryFacts {
  readonly base: string;
  readonly path: string;
  /** Of the base directory; undefined when there is none yet. */
  readonly owner: { readonly mode: number; readonly uid: number; readonly gid: number } | undefined;
  readonly exists: boolean;
  readonly ownUid: number;
  /** ROSLET_GROUP was set. */
  readonly group: string | undefined;
  /** Of the file system it lies on, or will lie on. */
  readonly fileSystem: { readonly memory: boolean; readonly bytes: number; readonly freeBytes: number } | undefined;
}

export interface DomainFacts {
  readonly domainId: number;
  /** Of the packages this command belongs to. */
  readonly version: string;
  readonly contexts: readonly Omit<ContextInfo, 'catalogue'>[];
  readonly files: ReturnType<typeof inspectDomain>['files'];
  readonly nodes: readonly NodeInfo[];
  readonly endpoints: readonly EndpointInfo[];
  /** Contexts whose catalogue cannot be read. */
  readonly unreadable: readonly { readonly contextId: string; readonly pid: number }[];
}
