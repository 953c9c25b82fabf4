import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'throw-path',
  run() {
    throw new Error('ENOENT: no such file or directory, open /etc/secret at /root/x.js:1:2');
  },
});
