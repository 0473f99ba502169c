/** The last `size` of what is put into it. */
export class Ring<Item> {
  private readonly items: Item[] = [];
  private next = 0;

  constructor(private readonly size: number) {}

  get isFull(): boolean {
    return this.items.length === this.size;
  }

  push(item: Item): void {
    this.items[this.next] = item;
    this.next = (this.next + 1) % this.size;
  }

  /** In the order in which they came. */
  toArray(): Item[] {
    return this.isFull ? [...this.items.slice(this.next), ...this.items.slice(0, this.next)] : [...this.items];
  }
}
