import { waitFor } from './_wait.js';

export default waitFor('wait-native', 'native');
