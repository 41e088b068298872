import type { FileStore } from '../store.ts';

/** A store in memory that can be switched off. */
export class MemoryStore implements FileStore {
  readonly objects = new Map<string, Buffer>();
  isDown = false;

  #check(): void {
    if (this.isDown) throw new Error('the store is down');
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.#check();
    this.objects.set(name, Buffer.from(bytes));
  }

  async open(name: string): Promise<Buffer | undefined> {
    this.#check();
    return this.objects.get(name);
  }

  async delete(name: string): Promise<void> {
    this.#check();
    this.objects.delete(name);
  }
}
