declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface FrameInfo {
    readonly width: number;
    readonly height: number;
    readonly componentCount: number;
  }
  export class J2KDecoder {
    getEncodedBuffer(length: number): Uint8Array;
    getDecodedBuffer(): Uint8Array;
    decode(): void;
    getFrameInfo(): FrameInfo;
    delete(): void;
  }
  const open: () => Promise<{ readonly J2KDecoder: typeof J2KDecoder }>;
  export default open;
}
