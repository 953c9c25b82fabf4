declare module 'open-location-code' {
  interface CodeArea {
    readonly latitudeCenter: number;
    readonly longitudeCenter: number;
    readonly latitudeLo: number;
    readonly latitudeHi: number;
    readonly longitudeLo: number;
    readonly longitudeHi: number;
  }
  class OpenLocationCode {
    isFull(code: string): boolean;
    encode(latitude: number, longitude: number, codeLength?: number): string;
    decode(code: string): CodeArea;
  }
  const library: { readonly OpenLocationCode: typeof OpenLocationCode };
  export default library;
}
