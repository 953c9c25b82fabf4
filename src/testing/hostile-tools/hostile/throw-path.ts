import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'throw-path',
  run() {
    throw new Error('ENOENT: no such file or directory, open /etc/secret at /srv/x.js:1:2');
  },
});
