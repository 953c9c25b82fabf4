import { waitFor } from './_wait.js';

export default waitFor('wait-standard', 'standard');
