export { pageSetOf, rangesOf } from '../../engines/pdf/page-ranges.js';
