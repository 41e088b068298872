/** What is known of an image before any decoder has seen it. */
export interface ImageHeader {
  readonly format: 'jpeg' | 'png' | 'jpeg2000';
  readonly width: number;
  readonly height: number;
  /** What the decoder is given: the image without what else the file holds. */
  readonly image: Buffer;
}

/** JPEG 2000 only: how samples become colours. */
export interface Jpeg2000Header extends ImageHeader {
  readonly format: 'jpeg2000';
  readonly components: number;
  readonly isYcc: boolean;
}
