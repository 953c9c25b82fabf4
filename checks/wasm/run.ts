/**
 * `npm run all`: the compiled modules in `src/lib/generated` are what the compiler makes of `assembly/`, byte for byte. Exits 1 with a line
 * for each that is not.
 */

import { compileAll, isFresh } from '../../scripts/build-wasm.js';

const different = [...(await compileAll())].filter(([path, module]) => !isFresh(path, module)).map(([path]) => path);
for (const path of different) console.error(`src/lib/generated/${path} is not what assembly/${path} compiles to`);
console.log(`compiled modules: ${different.length} faults`);
process.exitCode = different.length === 0 ? 0 : 1;
