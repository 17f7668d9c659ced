/** Somewhere packages with interface definitions are found. Sources are asked in order; the first that knows wins. */
export interface PackageSource {
  /** Told to users: where a definition came from. */
  readonly origin: string;
  /** Names of the packages that define interfaces. */
  packages(): readonly string[];
  /** The directory whose `msg`, `srv` and `action` folders hold a package's definitions. */
  locate(pkg: string): string | undefined;
}
