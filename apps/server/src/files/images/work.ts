/** What the image process is asked to do. */
export type ImageTask =
  /** Decode, turn upright, encode without metadata. */
  | { readonly kind: 'clean'; readonly bytes: Uint8Array; readonly output: 'jpeg' | 'png' }
  /** Draw lines of text all over an image that was cleaned before. */
  | { readonly kind: 'mark'; readonly bytes: Uint8Array; readonly lines: readonly string[] };

export type ImageRefusal = 'format' | 'pixels';

export type ImageAnswer =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly mediaType: 'image/jpeg' | 'image/png';
      readonly width: number;
      readonly height: number;
    }
  | { readonly ok: false; readonly refused: ImageRefusal };

export interface ToImages {
  readonly ticket: number;
  readonly task: ImageTask;
}
export interface FromImages {
  readonly ticket: number;
  readonly answer: ImageAnswer;
}
