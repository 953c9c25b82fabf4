import { checkDeclarations } from '../../testing/declaration-checks.js';

await checkDeclarations('print-office');
