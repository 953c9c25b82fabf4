import { writeSync } from 'node:fs';

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

const CHANNEL = 3;

/** A process that was taken over: it says to the server what the input holds, as base64, so many times, and answers afterwards. */
export default defineHostile({
  id: 'speak',
  class: 'standard',
  run({ input }) {
    const [bytes = '', times = '1', descriptor = String(CHANNEL)] = input.split(' ');
    const message = Buffer.from(bytes, 'base64');
    for (let i = 0; i < Number(times); i += 1) speak(Number(descriptor), message);
    return text('said');
  },
});

/** Waits while the server is slow to listen. */
function speak(descriptor: number, message: Buffer): void {
  for (let at = 0; at < message.length; ) {
    try {
      at += writeSync(descriptor, message, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
