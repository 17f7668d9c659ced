/** The newest values of a series, as many as the window holds. */
export class Window {
  readonly #values: Float64Array;
  #next = 0;
  #count = 0;

  /** @param size 1 or more */
  constructor(size: number) {
    this.#values = new Float64Array(size);
  }

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#values.length;
    if (this.#count < this.#values.length) this.#count++;
  }

  /** The one that was added first of those still here. */
  get oldest(): number {
    return this.#values[this.#count < this.#values.length ? 0 : this.#next] ?? NaN;
  }

  get sum(): number {
    return this.#filled().reduce((total, value) => total + value, 0);
  }

  get mean(): number {
    return this.sum / this.#count;
  }

  get min(): number {
    return this.#filled().reduce((least, value) => Math.min(least, value), Infinity);
  }

  get max(): number {
    return this.#filled().reduce((most, value) => Math.max(most, value), -Infinity);
  }

  /** Standard deviation of the whole window. */
  get deviation(): number {
    const { mean } = this;
    return Math.sqrt(this.#filled().reduce((total, value) => total + (value - mean) ** 2, 0) / this.#count);
  }

  #filled(): Float64Array {
    return this.#values.subarray(0, this.#count);
  }
}
