import { checkDeclarations } from '../../testing/declaration-checks.js';

await checkDeclarations('finance-everyday');
