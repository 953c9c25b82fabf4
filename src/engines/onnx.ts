import { availableParallelism } from 'node:os';

import { InferenceSession, Tensor } from 'onnxruntime-node';

export interface TensorInput {
  readonly type: 'float32' | 'int64';
  readonly shape: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}

export interface TensorOutput {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** A loaded network. */
export interface Network {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Runs the network once and returns the float outputs asked for. */
  readonly run: (
    inputs: Readonly<Record<string, TensorInput>>,
    outputs: readonly string[],
  ) => Promise<ReadonlyMap<string, TensorOutput>>;
}

// Chosen: one model run at a time beside three other runs, so a run never takes a whole large machine.
const MAX_THREADS = 4;

/**
 * Loads an ONNX model from its bytes or from a path (needed where the weights lie in a second file).
 * Throws what the runtime throws when the model is damaged or asks for unknown operators.
 */
export async function openNetwork(source: Uint8Array | string): Promise<Network> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    interOpNumThreads: 1,
    logSeverityLevel: 4,
    // The arena and the patterns keep the largest shape of every run for good: 2 to 3 times the memory here, no faster.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Idle threads sleep instead of spinning: a waiting tool process takes no time from its neighbours.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const session =
    typeof source === 'string'
      ? await InferenceSession.create(source, options)
      : await InferenceSession.create(source, options);
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    async run(inputs, outputs) {
      const feeds: Record<string, Tensor> = {};
      for (const [name, { type, shape, values }] of Object.entries(inputs)) {
        feeds[name] = new Tensor(type, values, shape);
      }
      const results = await session.run(feeds, [...outputs]);
      const found = new Map<string, TensorOutput>();
      for (const name of outputs) {
        const tensor = results[name];
        if (!tensor || !(tensor.data instanceof Float32Array)) {
          throw new Error(`output ${name} is missing or not of 32-bit floats`);
        }
        found.set(name, { shape: tensor.dims, values: tensor.data });
      }
      return found;
    },
  };
}
