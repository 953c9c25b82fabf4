import { checkDeclarations } from '../../testing/declaration-checks.js';

await checkDeclarations('video-subtitles');
