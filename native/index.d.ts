/**
 * The raw addon. Its surface is declared where it is used, in `packages/rmw/src/native.ts`, which is its only importer.
 */
declare const addon: unknown;
export = addon;
