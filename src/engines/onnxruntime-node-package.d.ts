/** The package names its types, but does not have them: they are those of the package that it stands on. */
declare module 'onnxruntime-node' {
  export { InferenceSession, Tensor } from 'onnxruntime-common';
}
