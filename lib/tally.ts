/** A number for each of many keys. Keys at zero take no memory. */
export class Tally {
  private readonly amounts = new Map<string, number>();

  of(key: string): number {
    return this.amounts.get(key) ?? 0;
  }

  /** A negative amount takes away. */
  add(key: string, amount: number): void {
    const sum = this.of(key) + amount;
    if (sum === 0) this.amounts.delete(key);
    else this.amounts.set(key, sum);
  }
}
