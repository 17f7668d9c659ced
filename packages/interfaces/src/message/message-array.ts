/**
 * The array in a message object's field of nested messages.
 *
 * An ordinary array that also understands what rclnodejs's array wrappers understand: `data` for the elements,
 * `size` for their number, and `fill(values)` with a list to replace them all.
 */
export class MessageArray<T> extends Array<T> {
  /** `map`, `filter` and the like return plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** rclnodejs tells its arrays from messages by this. */
  static get isROSArray(): boolean {
    return true;
  }

  get data(): T[] {
    return this;
  }

  get size(): number {
    return this.length;
  }

  /** With one list: replaces all elements by the list's. Otherwise `Array.prototype.fill`. */
  override fill(value: T | readonly T[], start?: number, end?: number): this {
    if (!Array.isArray(value) || start !== undefined) return super.fill(value as T, start, end);
    const values = [...(value as readonly T[])];
    this.length = 0;
    this.push(...values);
    return this;
  }
}
