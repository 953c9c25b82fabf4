import { checkDeclarations } from '../../testing/declaration-checks.js';

await checkDeclarations('network-live');
