/** A tick that there was, and that is no longer kept: its minute was thinned. */
export class ThinnedTickError extends Error {
  override readonly name = 'ThinnedTickError';

  constructor(code: string) {
    super(`ticks of ${code} of that time are no longer kept`);
  }
}
